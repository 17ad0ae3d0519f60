package io.brokerbench.cli;

import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.settings.OptionEnvironment;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.calibrate.CalibrationStore;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** The command line, with stand-ins behind it and its output in memory. */
final class Session {

  final Stubs.Brokers artemis = Stubs.Brokers.able("embedded:artemis");
  final Stubs.Brokers activemq =
      Stubs.Brokers.lacking("embedded:activemq", Capability.SHARED_SUBSCRIPTIONS, Capability.TLS);
  final Stubs.Brokers nullBroker =
      new Stubs.Brokers("null", Set.of(Capability.MQTT_3_1_1), Optional.empty());
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<BrokerProvider> brokers =
      new ArrayList<>(
          List.of(
              artemis,
              activemq,
              Stubs.Brokers.broken(
                  "process:mosquitto", "mosquitto did not start (exit code 3): \"Address in use\""),
              nullBroker));
  private final Path folder;
  private RigFactory rigs = StubRig.ending(Verdict.Status.OK);
  private long openFilesLimit = 1_000_000;
  private boolean live;
  private int columns = 80;
  private OptionEnvironment optionEnvironment = OptionEnvironment.NONE;
  private Optional<OutputStream> results = Optional.empty();
  private Function<Duration, StopSignals> signals = StopSignals::install;

  /** A session whose results go below a folder. */
  Session(Path folder) {
    this.folder = folder;
  }

  Session with(RigFactory factory) {
    rigs = factory;
    return this;
  }

  Session with(BrokerProvider provider) {
    brokers.add(provider);
    return this;
  }

  Session withOpenFilesLimit(long limit) {
    openFilesLimit = limit;
    return this;
  }

  Session onATerminal() {
    live = true;
    return this;
  }

  /** Writes results elsewhere than to {@link #out}. */
  Session writingTo(OutputStream stream) {
    results = Optional.of(stream);
    return this;
  }

  Session withColumns(int width) {
    columns = width;
    return this;
  }

  /** Listens to these in place of the signals of this process. */
  Session hearing(StopSignals ofTest) {
    signals = patience -> ofTest;
    return this;
  }

  Session in(OptionEnvironment place) {
    optionEnvironment = place;
    return this;
  }

  /** Runs {@code brokerbench run} with results in the folder. */
  int runScenario(String... args) {
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(List.of(args));
    all.addAll(List.of("--out", folder.toString()));
    return run(all.toArray(String[]::new));
  }

  int run(String... args) {
    Terminal terminal =
        new Terminal(
            results.orElse(out),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            live,
            false,
            false,
            columns);
    CommandContext context =
        new CommandContext(
            terminal,
            () ->
                new ProviderRegistry(
                    Scenarios.of(List.of(new Stubs.Catalog())),
                    brokers,
                    List.of(new Stubs.Driver())),
            rigs,
            () ->
                new MachineLimits(
                    Optional.of(new FileDescriptorLimit(openFilesLimit, 0)),
                    OptionalLong.of(28_232),
                    OptionalLong.of(10_000_000_000L)),
            Clock.fixed(Instant.parse("2026-11-21T10:02:11Z"), ZoneOffset.UTC),
            new CalibrationStore(folder.resolve("state").resolve("calibration.json")),
            BusyMachine::unwatched,
            optionEnvironment,
            signals);
    return Main.run(context, args);
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Each command that measures, as short as it can be. */
  static List<String> commandsThatMeasure() {
    return List.of(
        "run FANIN.Q0.SHARED",
        "search FANIN.Q0.SHARED --from 1000 --to 2000",
        "ab FANIN.Q0.SHARED --baseline embedded:artemis --candidate embedded:artemis --rounds 6",
        "study EMBEDDED.QOS --small --brokers embedded:artemis",
        "calibrate --quick");
  }
}
