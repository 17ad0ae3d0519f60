package io.brokerbench.cli;

import io.brokerbench.cli.option.ClusterOptions;
import io.brokerbench.cli.option.SourceAddresses;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.cluster.AgentOffer;
import io.brokerbench.core.cluster.ClusterProvider;
import io.brokerbench.core.cluster.ClusterSettings;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.report.text.Paragraph;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code brokerbench agent}: carries the clients of others' runs until Ctrl-C. */
@Command(
    name = "agent",
    description = "Wait for work on this machine: carry the clients of runs with --agents.",
    footer = {
      "  brokerbench agent",
      "  brokerbench agent --cluster lab --join 10.0.0.1,10.0.0.2 --secret-file secret",
      "  brokerbench agent --cluster lab --dns agents.load.svc.cluster.local \\",
      "      --secret-file secret",
      "  brokerbench run FANIN.Q0.SHARED --broker mqtt://10.0.0.9:1883 --agents 2 \\",
      "      --cluster lab --join 10.0.0.1 --secret-file secret"
    })
final class AgentCommand extends ContextCommand {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Sets("name")
  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of this agent (default: host and process number).")
  private String name;

  @Sets("sources")
  @Option(
      names = "--sources",
      paramLabel = "ADDRESS,...",
      description =
          "Local addresses that its clients connect from, as each has its range of ports.")
  private SourceAddresses sources;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  AgentCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws RunException {
    Terminal terminal = context.terminal();
    ClusterSettings settings = cluster.settings(System.getenv());
    requireProtection(settings, isRoot());
    AgentOffer offer = offer();
    try (StopSignals signals = StopSignals.install(PATIENCE);
        ClusterProvider.AgentHandle agent =
            ClusterProvider.load()
                .serve(
                    settings,
                    offer,
                    note -> terminal.say(Paragraph.LABEL.formatted("agent") + note))) {
      CountDownLatch stop = new CountDownLatch(1);
      signals.onStop(stop::countDown);
      terminal.say(
          Paragraph.LABEL.formatted("agent")
              + "%s in the cluster %s at %s, up to %s connections to one address%s"
                  .formatted(
                      offer.name(),
                      settings.name(),
                      agent.address(),
                      NumberText.count(offer.toOneAddress()),
                      offer.perSecond().isPresent() ? "" : ", not calibrated"));
      terminal.say("waiting for work; Ctrl-C ends it");
      stop.await();
    } catch (InterruptedException e) {
      // Ctrl-C before it had joined; it is gone already.
      Thread.currentThread().interrupt();
    }
    return ExitCode.FINE;
  }

  /**
   * Without a secret, each user of this machine can have an agent open connections to any address
   * and read certificates from any path: of root, that is more than the user may do.
   *
   * @throws DefinitionException if it is root's and not protected
   */
  static void requireProtection(ClusterSettings settings, boolean root) {
    if (root && settings.protection().isEmpty()) {
      throw new DefinitionException(
          "an agent of root needs a secret, or each user of this machine could use it: give"
              + " --secret-file, or start it as another user");
    }
  }

  private static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException | UnsupportedOperationException e) {
      return "root".equals(System.getProperty("user.name"));
    }
  }

  private AgentOffer offer() {
    List<InetAddress> addresses = sources == null ? List.of() : sources.addresses();
    return AgentOffer.ofThisMachine(
        name == null ? host() + "-" + ProcessHandle.current().pid() : name,
        context.limits().get(),
        context.calibration(),
        addresses);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceAll("[^\\w.@-]", "-");
    } catch (UnknownHostException e) {
      return "agent";
    }
  }
}
