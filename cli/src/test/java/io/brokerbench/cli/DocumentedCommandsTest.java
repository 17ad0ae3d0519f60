package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.settings.OptionEnvironment;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.calibrate.CalibrationStore;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Every command in the README, in docs and in the gallery is one that the tool takes: with its real
 * scenarios, studies and brokers it gets to where a broker would be started. Blocks of which that
 * cannot be shown here, as they need other machines or results, say so in a comment: {@code <!--
 * requires: ... -->}; theirs are parsed. Those of docs/gate.md are {@link GateRecipesTest}'s too.
 */
class DocumentedCommandsTest {

  private static final Path PROJECT = ActionTest.PROJECT;
  private static final Pattern COMMAND =
      Pattern.compile(
          "^(?: {4})?(?:\\w*\\$ +)?(?:docker run .*"
              + " brokerbench/brokerbench:local|(?:\\S*/)?brokerbench) ([a-z].*)$");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
  private static final String REQUIRES = "<!-- requires: ";
  private static final String REACHED = "no broker is started here";

  /** Commands that measure, and so get to a broker. */
  private static final Set<String> MEASURING =
      Set.of("run", "search", "ab", "study", "calibrate", "broker");

  /** Commands that read results, which are not here. */
  private static final Set<String> READING = Set.of("compare", "baseline", "history", "report");

  /** The recipe that docs/recipes.md begins with. */
  private static final String RECIPE = "my-broker.yaml";

  @TempDir private Path folder;

  /**
   * A command of a page.
   *
   * @param place where it stands
   * @param words of it, without the tool's own name
   * @param requires what is not here; empty for nothing
   */
  private record Shown(String place, List<String> words, Optional<String> requires) {

    @Override
    public String toString() {
      return place + " " + String.join(" ", words);
    }
  }

  static List<Shown> commands() throws IOException {
    List<Shown> commands = new ArrayList<>();
    try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
      Stream.concat(Stream.of("README.md", "CONTRIBUTING.md").map(PROJECT::resolve), docs.sorted())
          .filter(file -> file.toString().endsWith(".md"))
          .forEach(file -> commands.addAll(commands(file)));
    }
    return commands;
  }

  private static List<Shown> commands(Path file) {
    List<Shown> commands = new ArrayList<>();
    boolean fenced = false;
    Optional<String> requires = Optional.empty();
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean fence = line.startsWith("```");
      fenced ^= fence;
      if (line.startsWith(REQUIRES)) {
        requires = Optional.of(line.substring(REQUIRES.length()));
      } else if (!fenced && !fence && !line.isBlank() && !line.startsWith("    ")) {
        requires = Optional.empty();
      }
      Matcher command = COMMAND.matcher(line);
      if (command.matches() && (fenced || line.startsWith("    "))) {
        StringBuilder text = new StringBuilder(command.group(1));
        for (int next = i + 1; text.toString().endsWith("\\"); next++) {
          text.setLength(text.length() - 1);
          text.append(lines.get(next).strip());
        }
        String place = PROJECT.relativize(file) + ":" + (i + 1);
        commands.add(new Shown(place, words(text.toString()), requires));
      }
    }
    return commands;
  }

  /** What stands behind two blanks or more explains the command. */
  private static List<String> words(String text) {
    return WORD.matcher(text.replaceFirst(" {2,}.*", ""))
        .results()
        .map(word -> Stream.of(1, 2, 3).map(word::group).filter(g -> g != null).findFirst())
        .flatMap(Optional::stream)
        .toList();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
  void isTaken(Shown shown) throws IOException {
    String[] words = shown.words().stream().map(this::here).toArray(String[]::new);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CommandContext context = context(new PrintStream(out, true, StandardCharsets.UTF_8));
    boolean reads = READING.contains(words[0]) || shown.words().contains("baseline:main");
    if (shown.requires().isPresent() || reads) {
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
      assertThat(said).contains(REACHED).doesNotContain("internal error");
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

  /** Files of examples where they are; what a user would write is written. */
  private String here(String word) {
    if (word.equals("BROKER")) {
      return "embedded:artemis";
    }
    if (!word.endsWith(".yaml")) {
      return word;
    }
    if (word.endsWith(RECIPE)) {
      return word.replace(RECIPE, recipe().toString());
    }
    if (Files.exists(PROJECT.resolve(word))) {
      return PROJECT.resolve(word).toString();
    }
    Path example = PROJECT.resolve("examples").resolve(Path.of(word).getFileName());
    if (Files.exists(example)) {
      return example.toString();
    }
    try {
      String study = "name: mine\nscenarios: [FANIN.Q0.SINGLE]\n";
      return Files.writeString(folder.resolve("my-study.yaml"), study).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The one of the documentation. */
  private Path recipe() {
    String page = String.join("\n", lines(PROJECT.resolve("docs/recipes.md")));
    int from = page.indexOf("```yaml\n") + "```yaml\n".length();
    try {
      return Files.writeString(
          folder.resolve(RECIPE), page.substring(from, page.indexOf("\n```", from)) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
        OptionEnvironment.NONE);
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
      throw new BrokerException(REACHED);
    }
  }
}
