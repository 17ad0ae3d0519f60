package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.DocumentedCommands.Shown;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.settings.OptionEnvironment;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.BrokerSelector;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.ForwardingBroker;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.calibrate.CalibrationStore;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Every command in the README, in docs and in the gallery is one that the tool takes: with its real
 * scenarios, studies and brokers it gets to where a broker would be started. Blocks of which that
 * cannot be shown here, as they need other machines or results, say so in a comment: {@code <!--
 * requires: ... -->}; theirs are parsed. A broker of several addresses counts as started, so that
 * what is required of its nodes is checked too. {@link DocumentedRunsIT} runs them. Those of
 * docs/gate.md are {@link GateRecipesTest}'s too.
 */
class DocumentedCommandsTest {

  private static final String REACHED = "no broker is started here";

  /** Commands that measure, and so get to a broker. */
  private static final Set<String> MEASURING =
      Set.of("run", "search", "ab", "study", "calibrate", "broker");

  @TempDir private Path folder;

  static List<Shown> commands() throws IOException {
    return DocumentedCommands.all();
  }

  @Test
  void commandsAreFoundInAllForms() throws IOException {
    assertThat(commands())
        .hasSizeGreaterThan(50)
        .extracting(shown -> String.join(" ", shown.words()))
        .contains(
            "run FANIN.Q1.PERSISTENT.SHARED",
            "run FAILOVER.Q1",
            "calibrate --quick",
            "broker embedded --ha");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isTaken(Shown shown) {
    String[] words = shown.words().stream().map(this::here).toArray(String[]::new);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CommandContext context = context(new PrintStream(out, true, StandardCharsets.UTF_8));
    if (shown.missing() == DocumentedCommands.Missing.TO_BEGIN) {
      CommandLine.ParseResult parsed =
          Main.commandLine(context, new RootCommand(context.terminal())).parseArgs(words);
      assertThat(parsed.hasSubcommand()).isTrue();
      return;
    }
    int code = Main.run(context, measuring(words));
    String said = out.toString(StandardCharsets.UTF_8);
    boolean measures = MEASURING.contains(words[0]) && !shown.words().contains("--dry-run");
    if (measures) {
      assertThat(code).as(said).isNotEqualTo(ExitCode.BAD_USAGE);
      assertThat(said).doesNotContain("internal error");
      if (code != ExitCode.FINE) {
        assertThat(said).contains(REACHED);
      }
    } else {
      assertThat(code).as(said).isZero();
    }
  }

  /** Results stay in the test's folder, and ports are free ones. */
  private String[] measuring(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    int port = all.indexOf("--prometheus");
    if (port >= 0) {
      all.set(port + 1, "0");
    }
    int out = all.indexOf("--out");
    if (out >= 0) {
      all.set(out + 1, folder.toString());
    } else if (MEASURING.contains(words[0]) && !words[0].equals("broker")) {
      all.addAll(List.of("--out", folder.toString()));
    }
    return all.toArray(String[]::new);
  }

  private String here(String word) {
    return word.equals(DocumentedCommands.ANY_BROKER)
        ? "embedded:artemis"
        : DocumentedCommands.withFiles(word, folder);
  }

  /** All that there is, but for brokers that start. */
  private CommandContext context(PrintStream out) {
    ProviderRegistry real = ProviderRegistry.load();
    List<BrokerProvider> brokers =
        real.brokers().stream().<BrokerProvider>map(Unstarted::new).toList();
    return new CommandContext(
        new Terminal(out, out, false, false, false, 80),
        () -> new ProviderRegistry(real.scenarios(), brokers, real.drivers()),
        StubRig.ending(Verdict.Status.OK),
        () ->
            new MachineLimits(
                Optional.of(new FileDescriptorLimit(1_000_000, 0)),
                OptionalLong.of(28_232),
                OptionalLong.of(100_000_000_000L)),
        Clock.systemUTC(),
        new CalibrationStore(folder.resolve("state").resolve("calibration.json")),
        BusyMachine::unwatched,
        OptionEnvironment.NONE,
        StopSignals::install);
  }

  /** A real provider, whose brokers are not started. */
  private record Unstarted(BrokerProvider real) implements BrokerProvider {

    @Override
    public String name() {
      return real.name();
    }

    @Override
    public String description() {
      return real.description();
    }

    @Override
    public boolean accepts(String selector) {
      return real.accepts(selector);
    }

    @Override
    public Set<Capability> capabilities() {
      return real.capabilities();
    }

    @Override
    public BrokerProvider of(String selector) {
      return new Unstarted(real.of(selector));
    }

    @Override
    public boolean startsBrokers() {
      return real.startsBrokers();
    }

    @Override
    public boolean isEmbedded() {
      return real.isEmbedded();
    }

    @Override
    public boolean takesLimits() {
      return real.takesLimits();
    }

    @Override
    public Broker start(BrokerRequest request) throws BrokerException {
      BrokerSelector selector = new BrokerSelector(request.selector());
      int nodes = selector.isAddress() ? selector.shortName().split(",").length : 1;
      if (nodes == 1) {
        throw new BrokerException(REACHED);
      }
      return new Cluster(Stubs.Brokers.able(name()).start(request), nodes);
    }
  }

  /** Nodes at addresses. */
  private static final class Cluster extends ForwardingBroker {

    private final List<BrokerNode> nodes;

    Cluster(Broker broker, int nodes) {
      super(broker);
      this.nodes =
          IntStream.rangeClosed(1, nodes).<BrokerNode>mapToObj(n -> new Node("node " + n)).toList();
    }

    @Override
    public List<BrokerNode> nodes() {
      return nodes;
    }
  }

  private record Node(String name) implements BrokerNode {

    @Override
    public List<Endpoint> endpoints() {
      return List.of();
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }

    @Override
    public boolean isActive() {
      return true;
    }

    @Override
    public void inject(FaultKind fault) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void heal() {
      throw new UnsupportedOperationException();
    }
  }
}
