package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * No option is accepted and ignored: what would change nothing beside the others that are given is
 * refused in one line, with exit code 2, before anything is run.
 */
class UnusedOptionsTest {

  private static final Set<String> COMMANDS =
      Set.of("run", "search", "ab", "compare", "study", "baseline", "calibrate");

  /** {@code command | message}; what is before the first colon of the message is the option. */
  private static final String REFUSED =
      """
      ab --from 100 | --from: only with --search
      ab --to 100 | --to: only with --search
      ab --within 5 | --within: only with --search
      ab --confirm 2 | --confirm: only with --search
      ab --max-steps 9 | --max-steps: only with --search
      ab --repeats 2 | --repeats: only with --search
      ab --probe 2s | --probe: only with --search
      ab --profile report | --profile: only with --search
      ab --p99-below 5ms | --p99-below: only with --search
      ab --p50-below 5ms | --p50-below: only with --search
      ab --mean-below 5ms | --mean-below: only with --search
      ab --cpu-below 80 | --cpu-below: only with --search
      ab --loss 1 | --loss: only with --search
      ab --baselines DIR | --baselines: only with a stored baseline
      ab --force | --force: only with a stored baseline
      ab --load-share 0.5 | --load-share 0.5: only with an even open load of QoS 1 or 2, without faults
      ab-stored --load-share 0.5 | --load-share 0.5: only with a baseline that is measured
      ab-stored --baselines DIR | --baselines: only with --baseline baseline:NAME
      ab-stored --rounds 7 | --rounds 7: not more than the baseline has repetitions, 6
      ab-stored --search | --search: not with a stored baseline; use brokerbench compare for stored searches
      ab --tolerance sustainable=5% | --tolerance throughput.sustainable: only with --search
      ab --search --tolerance received=5% | --tolerance throughput.received: not with --search, which compares throughput.sustainable
      ab --tolerance connect.p99=5% | --tolerance latency.connect.p99: only where clients do nothing but connect
      ab --tolerance acknowledge.p99=5% | --tolerance latency.acknowledge.p99: only with QoS 1 and 2, which acknowledge messages
      ab --tolerance capacity=5% | --tolerance throughput.capacity: only with an even open load of QoS 1 or 2 on both sides, and not with --search
      search --from 100 --rate 5000 | --rate: not with --from, where the search begins
      search --confirm 0 --duration 30s | --duration: not with --confirm 0, as all steps are as long as --probe
      search --closed 5 | FANIN.Q0.SINGLE has a closed load, whose rate is the broker's own: a search needs an open load
      compare A A --baselines DIR | --baselines: only with baseline:NAME
      compare MULTIPLES MULTIPLES --relative-to broker=null | --relative-to: not here, where all figures are multiples already
      baseline save x MULTIPLES --by folder | --by: only with --from-history
      baseline save x MULTIPLES --line Artemis | --line: only with --from-history
      baseline save x MULTIPLES --relative-to broker=null | --relative-to: not here, where all figures are multiples already
      study STUDY --samples 5 | a size and a number of samples are for built-in studies; a file says its phases itself
      study STUDY --small | a size and a number of samples are for built-in studies; a file says its phases itself
      study STUDY --small --size small | --size: not with --small, which has few clients
      study messagesight --size 99 | --size 99: at least 100 devices in messagesight, as its rows have so many consumers
      study stress --size small | --size stress: only for studies of scenarios that were published with sizes
      run --agents 2 --size here | --size: here is this machine, and --agents are others
      run --agents-wait 5s | --agents: is missing, and other options are about agents
      run --clock-error 1ms | --agents: is missing, and other options are about agents
      run --cluster c | --agents: is missing, and other options are about agents
      run --join host:1 | --agents: is missing, and other options are about agents
      run --dns name | --agents: is missing, and other options are about agents
      run --bind 127.0.0.1 | --agents: is missing, and other options are about agents
      run --cluster-port 7800 | --agents: is missing, and other options are about agents
      run --secret-file f | --agents: is missing, and other options are about agents
      run --key-store f | --agents: is missing, and other options are about agents
      run --trust-store f | --agents: is missing, and other options are about agents
      run --agents 2 --workers 2 | --workers: not with --agents; start more agents on a machine
      run --agents 2 --sources 2 | --sources: not with --agents; give each agent its own
      run --broker-cpus 1 | --broker-cpus: applies only to containers; embedded:artemis is not a container (--broker container:PRODUCT)
      run --broker-memory 1g | --broker-memory: applies only to containers; embedded:artemis is not a container (--broker container:PRODUCT)
      run --inflight 5 | --inflight 5: only with QoS 1 and 2, which acknowledge messages
      run FANIN.Q1.PARTITIONS --closed 9 --inflight 5 | --inflight 5: not with a closed load, which has a window of its own
      run --closed 9 --rate 5 | --rate 5: not with --closed, whose rate is the broker's
      run --closed 9 --arrivals poisson | --arrivals poisson: not with --closed
      run --ramp-from 5 | --ramp-from 5: only with --arrivals ramp
      run --ramp-over 5s | --ramp-over 5s: only with --arrivals ramp
      run --absent 0.5 | --absent 0.5: needs a persistent session, or what is sent in the absence is lost by contract
      run --cipher AES256-GCM-SHA384 | --cipher AES256-GCM-SHA384: only for scenarios with TLS, such as those with SEC in their name
      run --transport wss | --transport wss: only for scenarios with TLS, such as those with SEC in their name; ws is without
      run --fault-at 1s | --fault-at 1s: only with --fault
      run --storm-every 1s | --storm-every 1s: only with a storm, such as RETAINED
      run --fault-every 1s | --fault-every 1s: only with --fault
      run --heal-command x | --heal-command: only with --fault-command
      run --sync-command x | --sync-command: only with --fault-command
      run --fault-limit 5s | --fault-limit: only with --fault-command
      run FANIN.Q1.PARTITIONS --reconnect --set session.persistent=false --set workload.qos=2 --set workload.retain=true --set topology.distribution=ALL --set conditions.storm.kind=RETAINED | --reconnect QoS 2: QoS 1 with the storm RETAINED: who subscribes again gets all again, which QoS 0 and 2 do not allow
      run --fault-command x --fault kill | --fault: not with --fault-command, which is the fault
      run --heal-after 1s | --heal-after 1s: only with --fault
      run FANIN.Q0.SHARED --responders 2 | --responders 2: only with PARTITIONS, as each reply is owed to one consumer
      run FANIN.Q1.PARTITIONS --responders 2 | --responders 2: only where all clients speak MQTT 5 or JMS, which say where a reply is to go
      run --jms-ack AUTO | --jms-ack AUTO: only where consumers speak JMS, such as with JMS in the name
      run --jms-batch 5 | --jms-batch 5: only where consumers speak JMS, such as with JMS in the name
      run --jms-prefetch 5 | --jms-prefetch 5: only where consumers speak JMS, such as with JMS in the name
      run --jms-per-connection 5 | --jms-per-connection 5: only where consumers speak JMS, such as with JMS in the name
      run --jms-selector a=1 | --jms-selector a=1: only where consumers speak JMS, such as with JMS in the name
      run --quiet --plain | --plain: not with --quiet, which prints no progress
      run --dry-run --json | --json: not with --dry-run, which has no result
      run CONNBURST --rate 5 | --rate 5: not here, where nothing is sent; --connect-rate is how fast clients connect
      run CONNBURST --arrivals poisson | --arrivals poisson: not here, where nothing is sent
      run CONNBURST --closed 5 | --closed 5: not here, where nothing is sent
      run CONNBURST --payload 50 | --payload 50: not here, where nothing is sent
      run CONNBURST --drain 5s | --drain 5s: not here, where nothing is sent
      run CONNBURST --quiet-period 5s | --quiet-period 5s: not here, where nothing is sent
      run CONNBURST --warmup-limit 5s | --warmup-limit 5s: only with a load that is the same all along
      run CONNBURST --inflight 5 | --inflight 5: not here, where nothing is sent
      run CONNBURST --consumers 5 | --consumers 5: none, as there are no subscriptions here
      run CONNBURST --fault kill | --fault a load of type none: only where messages are sent
      """;

  /** Options that do something whatever else is given. */
  private static final Set<String> ALWAYS_USED =
      Set.of(
          "--agents",
          "--baseline",
          "--broker",
          "--brokers",
          "--budget",
          "--color",
          "--config",
          "--dry-run",
          "--candidate",
          "--connect-rate",
          "--connect-timeout",
          "--driver",
          "--fail-if",
          "--from-history",
          "--help",
          "--inconclusive",
          "--influx",
          "--junit",
          "--lanes",
          "--markdown",
          "--mqtt",
          "--network",
          "--otlp",
          "--out",
          "--precision",
          "--prometheus",
          "--publishers",
          "--quick",
          "--quiet",
          "--repeats",
          "--repetitions",
          "--retry-failed",
          "--seed",
          "--set",
          "--start-timeout",
          "--strict",
          "--verbose",
          "--warmup",
          "--watch");

  private static final String JMH =
      """
      [ {"benchmark": "x.Bench.run", "mode": "thrpt", "params": {"broker": "one"},
         "primaryMetric": {"score": 1, "scoreUnit": "ops/s", "rawData": [[1,2,1,2,1,2]]}},
        {"benchmark": "x.Bench.run", "mode": "thrpt", "params": {"broker": "null"},
         "primaryMetric": {"score": 1, "scoreUnit": "ops/s", "rawData": [[2,1,1,2,2,1]]}} ]
      """;

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  static Stream<List<String>> refused() {
    return REFUSED.lines().map(line -> List.of(line.split(" \\| ", -1)));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatWouldChangeNothingIsRefusedInOneLine(List<String> row) throws Exception {
    String[] command = command(row.get(0));

    assertThat(session.run(command)).as(session.err()).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).isEqualTo("brokerbench: " + row.get(1) + "\n");
    assertThat(session.out()).isEmpty();
    assertThat(session.artemis.open).hasValue(0);
  }

  /** The words of a row with what each command requires, and with files in place of their names. */
  private String[] command(String row) throws IOException {
    List<String> words = List.of(row.split(" ", -1));
    String rest = String.join(" ", words.subList(1, words.size()));
    boolean scenario = !rest.startsWith("-");
    String whole =
        switch (words.get(0)) {
          case "run", "search" -> words.get(0) + (scenario ? " " : " FANIN.Q0.SINGLE ") + rest;
          case "ab" ->
              "ab FANIN.Q0.SINGLE --baseline embedded:artemis --candidate embedded:artemis " + rest;
          case "ab-stored" ->
              "ab FANIN.Q0.SINGLE --baseline RESULTS --candidate embedded:artemis " + rest;
          default -> row;
        };
    return Stream.of(whole.split(" ", -1)).map(this::file).toArray(String[]::new);
  }

  private String file(String word) {
    try {
      return switch (word) {
        case "DIR" -> folder.toString();
        case "A" -> written("jmh.json", JMH);
        case "RESULTS" -> results();
        case "MULTIPLES" -> multiples();
        case "STUDY" -> written("study.yaml", "name: s\nscenarios: [FANIN.Q0.SINGLE]\n");
        default -> word;
      };
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String written(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  /** A folder of six results. */
  private String results() {
    Path results = folder.resolve("six");
    for (int i = 0; i < 6; i++) {
      assertThat(new Session(results).runScenario("FANIN.Q0.SINGLE")).isZero();
    }
    return results.toString();
  }

  /** A baseline of multiples. */
  private String multiples() throws IOException {
    String baselines = folder.resolve("b").toString();
    String jmh = written("jmh.json", JMH);
    Session save = new Session(folder);
    assertThat(
            save.run(
                "baseline",
                "save",
                "m",
                jmh,
                "--relative-to",
                "broker=null",
                "--baselines",
                baselines))
        .as(save.err())
        .isZero();
    return folder.resolve("b/m.json").toString();
  }

  /** Whoever adds an option decides: it is always used, or there is a row that refuses it. */
  @Test
  void everyOptionIsAlwaysUsedOrRefusedWhereItIsNot() {
    CommandLine commands =
        Main.commandLine(CommandContext.system(), new RootCommand(Terminal.system()));
    Set<String> options =
        COMMANDS.stream()
            .flatMap(name -> withSubcommands(commands.getSubcommands().get(name)))
            .flatMap(command -> command.getCommandSpec().options().stream())
            .map(CommandLine.Model.OptionSpec::longestName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> classified =
        refused()
            .flatMap(row -> Stream.of(row.get(0).split(" ", -1)))
            .filter(word -> word.startsWith("--"))
            .collect(Collectors.toCollection(TreeSet::new));
    classified.addAll(ALWAYS_USED);

    assertThat(classified).containsExactlyElementsOf(options);
  }

  private static Stream<CommandLine> withSubcommands(CommandLine command) {
    return Stream.concat(Stream.of(command), command.getSubcommands().values().stream());
  }
}
