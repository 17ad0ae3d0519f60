package io.brokerbench.cli;

import io.brokerbench.cli.option.UnusedOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerSelector;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.jms.AnyJmsDriverProvider;
import io.brokerbench.jms.client.ClientLibrary;
import io.brokerbench.kit.CompatibilityKit;
import io.brokerbench.kit.KitBroker;
import io.brokerbench.kit.KitLibrary;
import io.brokerbench.kit.KitResult;
import io.brokerbench.kit.KitRow;
import io.brokerbench.report.text.Paragraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench broker check}: proves what a broker claims, row by row. */
@Command(
    name = "check",
    description = {
      "Run the compatibility kit on a broker, and print which of its claims hold.",
      "Ends with 0 where all hold, and with 1 where one does not."
    },
    footer = {
      "  brokerbench broker check recipe:mosquitto",
      "  brokerbench broker check my-broker.yaml",
      "  brokerbench broker check 'recipe:openmq?home=mq' --driver jms:openmq.yaml",
      "  brokerbench broker check embedded:artemis --json"
    })
final class BrokerCheckCommand extends ContextCommand {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String RECIPE = "recipe:";

  /** What the clients that ship with the tool speak. */
  private static final Set<Capability> OF_SHIPPED =
      EnumSet.of(Capability.OPENWIRE, Capability.CORE);

  private static final int LONGEST_TITLE =
      Stream.of(Capability.values()).mapToInt(each -> each.title().length()).max().orElseThrow();
  private static final String ROW = "%-6s %-" + LONGEST_TITLE + "s %s%s";

  @Parameters(
      paramLabel = "FILE|BROKER",
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "The file of a recipe, or a broker; see brokerbench list brokers.")
  private String target;

  @Option(
      names = "--driver",
      paramLabel = "jms:NAME|jms:FILE.yaml",
      description = {
        "A JMS client that makes the checks of JMS as well; one of AMQP is refused.",
        "It is required to prove a claim of a protocol that only its library speaks."
      })
  private String driver;

  @Option(names = "--json", description = "Print the document, and nothing else.")
  private boolean json;

  @Spec private CommandSpec spec;

  BrokerCheckCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws BrokerException {
    Terminal terminal = context.terminal();
    String selector = selector();
    BrokerProvider provider = context.providers().broker(selector);
    List<KitLibrary> libraries = libraries(provider);
    if (provider.startsBrokers()) {
      terminal.say(RunHeader.starting(provider.title(selector)));
    }
    provider.traps().forEach(trap -> terminal.say(RunHeader.trap(trap)));
    try (StopSignals signals = StopSignals.install(PATIENCE)) {
      Thread checking = Thread.currentThread();
      signals.onStop(checking::interrupt);
      try {
        KitResult result = check(provider, selector, libraries);
        if (json) {
          terminal.document(KitResult.CODEC.write(result));
        } else {
          terminal.result(summary(result, provider));
        }
        return signals.stopped()
            ? signals.exitCode()
            : result.allHold() ? ExitCode.FINE : ExitCode.VERDICT_SAYS_NO;
      } catch (BrokerException e) {
        if (!signals.stopped()) {
          throw e;
        }
        return stopped(signals);
      } catch (InterruptedException e) {
        return stopped(signals);
      }
    }
  }

  private int stopped(StopSignals signals) {
    context.terminal().warn("stopped before all was checked");
    return signals.stopped() ? signals.exitCode() : ExitCode.ENVIRONMENT_CANNOT;
  }

  /** A path stands for a recipe; what has a scheme or a product does not. */
  private String selector() {
    boolean file = ScenarioFormat.ofFileName(target).isPresent() && !target.contains(":");
    return file ? RECIPE + target : target;
  }

  /**
   * The clients that ship with the tool, of the protocols that the broker claims, but for the one
   * in whose place the user has named another.
   */
  private List<KitLibrary> libraries(BrokerProvider provider) {
    List<KitLibrary> all = new ArrayList<>();
    Optional<KitLibrary> own =
        Optional.ofNullable(driver).filter(this::isMeantHere).map(BrokerCheckCommand::named);
    own.ifPresent(all::add);
    requireUsed(own, provider.capabilities());
    if (provider.capabilities().stream().anyMatch(OF_SHIPPED::contains)) {
      AnyJmsDriverProvider.shipped().stream()
          .map(BrokerCheckCommand::asking)
          .filter(each -> provider.capabilities().contains(each.protocol().capability()))
          .filter(each -> own.filter(one -> one.protocol() == each.protocol()).isEmpty())
          .forEach(all::add);
    }
    return all;
  }

  /** For all runs, it may name a client of runs. */
  private boolean isMeantHere(String name) {
    return new UnusedOptions(spec).isGiven("--driver")
        || name.startsWith(AnyJmsDriverProvider.PREFIX);
  }

  private static KitLibrary named(String driver) {
    if (!driver.startsWith(AnyJmsDriverProvider.PREFIX)) {
      throw new DefinitionException("--driver", "jms:NAME or jms:FILE.yaml", driver);
    }
    KitLibrary library = asking(AnyJmsDriverProvider.library(driver));
    if (library.protocol() == JmsProtocol.AMQP) {
      throw new DefinitionException(
          "--driver",
          "a client of another protocol than AMQP, for which the check has its own",
          driver);
    }
    return library;
  }

  private void requireUsed(Optional<KitLibrary> own, Set<Capability> claims) {
    own.map(library -> library.protocol().capability())
        .filter(needed -> !claims.contains(needed))
        .ifPresent(
            needed -> {
              throw new DefinitionException(
                  "--driver",
                  "a client of what the broker claims; it does not claim " + needed.title(),
                  driver);
            });
  }

  private static KitLibrary asking(ClientLibrary library) {
    return new KitLibrary(library.file().protocol(), library::connect);
  }

  private KitResult check(BrokerProvider provider, String selector, List<KitLibrary> libraries)
      throws BrokerException, InterruptedException {
    try (KitBroker broker =
        KitBroker.start(provider, selector, CompatibilityKit.USUAL_BURST, libraries)) {
      requireUsed(libraries.stream().filter(each -> driver != null).findFirst(), broker.claims());
      context
          .terminal()
          .say(Paragraph.LABEL.formatted("broker") + RunHeader.broker(broker.broker()));
      List<KitRow> rows = new CompatibilityKit(broker).run(this::print);
      return new KitResult(
          KitResult.SCHEMA,
          new BrokerSelector(selector).isAddress() ? selector : provider.name(),
          provider.image(selector),
          broker.broker().identity().product(),
          broker.broker().identity().version(),
          context.clock().instant(),
          provider.deviations().stream().sorted().toList(),
          rows);
    }
  }

  private void print(KitRow row) {
    if (json) {
      return;
    }
    String claim = row.claim().map(Capability::title).orElse("");
    context
        .terminal()
        .result(
            context
                    .terminal()
                    .shown(
                        ROW.formatted(
                            row.holds() ? "holds" : "FAILS",
                            claim,
                            row.check(),
                            row.problem().map(problem -> ": " + problem).orElse("")))
                + "\n");
  }

  private static String summary(KitResult result, BrokerProvider provider) {
    StringBuilder text = new StringBuilder("\n");
    text.append(result.product()).append(' ').append(result.version()).append(": ");
    long held = result.rows().stream().filter(KitRow::holds).count();
    text.append("%d of %d checks hold\n".formatted(held, result.rows().size()));
    line(text, "shown", result.shown());
    line(text, "claimed, and does not hold", result.broken());
    Set<Capability> others = EnumSet.allOf(Capability.class);
    others.removeAll(result.claimed());
    if (provider.startsBrokers()) {
      Set<Capability> ofOtherReleases = EnumSet.copyOf(others);
      ofOtherReleases.retainAll(provider.capabilities());
      line(text, "claimed of later releases, and not asked", ofOtherReleases);
      others.removeAll(ofOtherReleases);
    }
    line(text, "not claimed", others);
    for (Deviation deviation : result.deviations()) {
      text.append("excused: ").append(deviation.words()).append('\n');
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String label, Collection<Capability> which) {
    if (!which.isEmpty()) {
      text.append(label)
          .append(": ")
          .append(which.stream().map(Capability::title).collect(Collectors.joining(", ")))
          .append('\n');
    }
  }
}
