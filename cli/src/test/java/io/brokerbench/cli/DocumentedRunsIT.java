package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.brokerbench.cli.DocumentedCommands.Missing;
import io.brokerbench.cli.DocumentedCommands.Shown;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.settings.OptionEnvironment;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.containers.mosquitto.MosquittoProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.calibrate.CalibrationStore;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.testkit.RequiredProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every documented run, search, comparison, calibration and check of a broker ends with a verdict,
 * on real brokers of this machine. {@link DocumentedCommandsTest} shows of all commands that they
 * get to a broker's start; these go to their end. Which verdict it is does not matter, as the
 * machine may be busy. Of a checked broker all claims have to hold.
 *
 * <p>Commands are done in their {@link ShortForm}, each of them once, wherever it is shown. Brokers
 * at localhost:1883 are one Mosquitto, which is started here; BROKER of the gallery stands for
 * Mosquitto, or for Artemis in failovers and with JMS. Left out are commands whose block says what
 * they require, those with {@code --dry-run}, those that start a broker until Ctrl-C, and studies,
 * of which the shortest takes minutes, and which have tests of their own.
 */
@Tag("release")
class DocumentedRunsIT {

  private static final Pattern DONE =
      Pattern.compile("(run|search|ab|calibrate|broker check)( .*)?");

  private static final String MOSQUITTO = "process:mosquitto";
  private static final String OWN_BROKER = "mqtt://localhost:1883";

  /** The process in the address of a broker of one's own. */
  private static final String OWN_PROCESS = "pid=4711";

  private static Broker own;

  @TempDir private Path folder;

  /**
   * A command in its short form.
   *
   * @param words of it
   * @param places where it is shown
   */
  private record Command(List<String> words, List<String> places) {

    @Override
    public String toString() {
      return String.join(" ", words) + " " + places;
    }
  }

  static List<Command> commands() throws IOException {
    Map<List<String>, List<String>> commands = new LinkedHashMap<>();
    for (Shown shown : DocumentedCommands.all()) {
      if (shown.missing() == Missing.NOTHING && isDone(shown.words())) {
        commands
            .computeIfAbsent(ShortForm.of(shown.words()), words -> new ArrayList<>())
            .add(shown.place());
      }
    }
    return commands.entrySet().stream()
        .map(command -> new Command(command.getKey(), command.getValue()))
        .toList();
  }

  private static boolean isDone(List<String> words) {
    return DONE.matcher(String.join(" ", words)).matches() && !words.contains("--dry-run");
  }

  @AfterAll
  static void endBroker() throws Exception {
    if (own != null) {
      own.close();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("commands")
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void endsWithAVerdict(Command command) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(context(out, err), here(command.words()));
    String said = out.toString(StandardCharsets.UTF_8);
    String errors = err.toString(StandardCharsets.UTF_8);
    assumeFalse(code == ExitCode.ENVIRONMENT_CANNOT && isLacking(errors), errors.strip());
    assertThat(code)
        .as(said + errors)
        .isIn(ExitCode.FINE, ExitCode.VERDICT_SAYS_NO, ExitCode.RUN_IS_INVALID);
    assertThat(said + errors).doesNotContain("internal error");
    switch (command.words().get(0)) {
      case "run" -> {
        assertThat(said).containsPattern("(?m)^(" + words(Verdict.Status.values()) + ")  ");
        assertThat(results()).containsAnyOf("result.json", "groups.json");
      }
      case "search" -> assertThat(results()).contains("search.json");
      case "ab" -> {
        assertThat(said).containsPattern("(?m)^(" + words(Decision.values()) + ")  ");
        assertThat(results()).contains("ab.json");
      }
      case "calibrate" -> assertThat(code == ExitCode.FINE).isEqualTo(isCalibrated());
      default -> assertThat(code).as(said).isEqualTo(ExitCode.FINE);
    }
  }

  /** A calibration on a busy machine is not kept. */
  private boolean isCalibrated() {
    return Files.exists(folder.resolve("state").resolve("calibration.json"));
  }

  private static String words(Enum<?>... values) {
    return Arrays.stream(values).map(Enum::name).collect(Collectors.joining("|"));
  }

  private List<String> results() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /** What docs/failover.md requires of a machine for networks that are cut. */
  private static boolean isLacking(String errors) {
    return errors.contains("requires Linux, nft");
  }

  /** The same with brokers, files and ports of this machine. */
  private String[] here(List<String> words) throws Exception {
    List<String> all = new ArrayList<>();
    for (String word : words) {
      all.add(here(word, words));
    }
    for (String option : List.of("--junit", "--markdown")) {
      int at = all.indexOf(option);
      if (at >= 0) {
        all.set(at + 1, folder.resolve(all.get(at + 1)).toString());
      }
    }
    if (all.contains("--out")) {
      all.set(all.indexOf("--out") + 1, folder.resolve("results").toString());
    } else if (!words.get(0).equals("broker")) {
      all.addAll(List.of("--out", folder.resolve("results").toString()));
    }
    return all.toArray(String[]::new);
  }

  private String here(String word, List<String> words) throws Exception {
    if (word.startsWith(OWN_BROKER)) {
      return own(word);
    }
    String named = word.equals(DocumentedCommands.ANY_BROKER) ? any(words.get(1)) : word;
    if (named.startsWith(MOSQUITTO) || named.endsWith(DocumentedCommands.RECIPE)) {
      RequiredProgram.MOSQUITTO.orSkip();
    }
    String parameter = MOSQUITTO + "?config=";
    if (named.startsWith(parameter)) {
      Path lines = folder.resolve(named.substring(parameter.length()));
      return parameter + Files.writeString(lines, "max_keepalive 600\n");
    }
    String file = DocumentedCommands.withFiles(named, folder);
    return file.endsWith("day/fleet.yaml") ? shortDay(Path.of(file)) : file;
  }

  /** The groups of the example, without the wait for the evening. */
  private String shortDay(Path example) throws IOException {
    for (String rates : List.of("day.csv", "meters.csv")) {
      Files.copy(example.resolveSibling(rates), folder.resolve(rates));
    }
    String text = Files.readString(example);
    assertThat(text).contains("start: 18s");
    return Files.writeString(
            folder.resolve("fleet.yaml"), text.replace("start: 18s", "start: 500ms"))
        .toString();
  }

  private static String any(String scenario) {
    boolean artemis = scenario.startsWith("FAILOVER") || scenario.endsWith("JMS");
    return artemis ? "embedded:artemis" : MOSQUITTO;
  }

  /** The address of the broker that a user has. */
  private static String own(String address) throws Exception {
    RequiredProgram.MOSQUITTO.orSkip();
    if (own == null) {
      own = new MosquittoProvider().start(BrokerRequest.of(MOSQUITTO));
    }
    return address
        .replace(OWN_BROKER, own.endpoints().get(0).uri())
        .replace(OWN_PROCESS, "pid=" + own.pid().orElseThrow());
  }

  /** That of a user, but for calibrations and variables. */
  private CommandContext context(ByteArrayOutputStream out, ByteArrayOutputStream err) {
    Terminal terminal =
        new Terminal(
            out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false, 80);
    return new CommandContext(
        terminal,
        ProviderRegistry::load,
        RigFactory.LOAD_RIG,
        MachineLimits::current,
        Clock.systemUTC(),
        new CalibrationStore(folder.resolve("state").resolve("calibration.json")),
        BusyMachine::watch,
        OptionEnvironment.NONE,
        StopSignals::install);
  }
}
