package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.engine.measure.RunException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is wrong is reported in one line, with the right exit code, and nothing has been started.
 */
class BadInputTest {

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          FANNIN.Q0.SHARED | no scenario FANNIN.Q0.SHARED; did you mean FANIN.Q0.SHARED?
          FANIN.Q0.SHARED --rat 5 | unknown option --rat; did you mean --rate?
          --rat 5 | unknown option --rat; did you mean --rate?
          FANIN.Q0.SHARED x | unexpected argument x
          FANIN.Q0.SHARED --broker artemis | no broker artemis; did you mean embedded:artemis?
          FANIN.Q0.SHARED --broker embeded:artemis | no broker embeded:artemis; did you mean embedded:artemis?
          FANIN.Q0.SHARED --driver swam | no driver swam; did you mean swarm?
          FANIN.Q0.SHARED --driver x | no driver x; there are swarm
          FANIN.Q0.SHARED --payload 8 | --payload 8: at least 24 bytes are required for the message header
          FANIN.Q0.SHARED --payload x | --payload x: a size in bytes, or with k, m or g, such as 100, 1KB or 512m
          FANIN.Q0.SHARED --rate 0 | --rate 0: more than 0 and at most 100 000 000 per second
          FANIN.Q0.SHARED --rate -5 | --rate -5: more than 0 and at most 100 000 000 per second
          FANIN.Q0.SHARED --rate fast | --rate fast: a number, such as 500 or 10k
          FANIN.Q0.SHARED --duration 10 | --duration 10: a number with a unit (ns, us, ms, s, m, h, d); did you mean 10s?
          FANIN.Q0.SHARED --duration 0s | --duration 0s: between 100ms and 7d
          FANIN.Q0.SHARED --publishers 0 | --publishers 0: between 1 and 4000000
          FANIN.Q0.SINGLE --consumers 3 | --consumers 3: SINGLE has exactly 1 consumer
          FANIN.Q1.PARTITIONS --publishers 20 --consumers 21 | --consumers 21: the most is 20, as each consumer has a partition of its own and each partition needs a publisher
          FANIN.Q0.SHARED --absent 0.5 | --absent 0.5: needs a persistent session, or what is sent in the absence is lost by contract
          FANIN.Q0.SHARED --fault burn | --fault burn: kill, stop, cut, partition
          FANIN.Q0.SHARED --fault partition | --fault PARTITION: only to a pair or a cluster (highAvailability), as one node has no others
          FANIN.Q0.SHARED --fault kill --fault-every 2s | --fault-every 2s: only with --heal-after, or no node would be left
          FANIN.Q0.SHARED --fault-command x --fault-limit 2h | --fault-limit 2h: more than 0s, and at most 1h
          FANIN.Q0.SHARED --fault-at 1s | --fault-at 1s: only with --fault
          FANIN.Q0.SHARED --fault kill --fault-at 10s | --fault-at 10s: before the end of the steady state, 10s
          FANIN.Q0.SHARED --fault kill --fault-at 5s --heal-after 1m | --heal-after 1m: less than 35s, when the drain ends at the latest
          CONNBURST --fault kill | --fault a load of type none: only where messages are sent
          FANIN.Q0.SHARED --fault kill | --fault KILL: the driver swarm cannot connect again; drivers that can: none
          FANIN.Q0.SHARED --network loss=1 | --network loss=1: loss 1: a percentage, such as 0.1%
          FANIN.Q0.SHARED --network bandwidth=10 | --network bandwidth=10: bandwidth 10: such as 500kbit, 10mbit or 1gbit
          FANIN.Q0.SHARED --network fog | --network fog: latency=20ms,jitter=5ms,loss=0.1%,bandwidth=10mbit,node-loss=1%,node-latency=5ms, or some of it
          FANIN.Q0.SHARED --network node-loss=1% | --network: nodeLossFraction and nodeLatency only with a pair or a cluster (highAvailability), as one node has no others
          FANIN.Q0.SHARED --network node-latency=5ms | --network: nodeLossFraction and nodeLatency only with a pair or a cluster (highAvailability), as one node has no others
          FANIN.Q0.SHARED --network node-latency=1us | --network node-latency=1us: network.nodeLatency 1us: between 1ms and 1s
          FANIN.Q0.SHARED --network jitter=5ms | --network jitter=5ms: network.jitter 5ms: between 0s and 0s
          FANIN.Q0.SHARED --mqtt 4 | --mqtt 4: 3.1.1 or 5
          FANIN.Q1.PARTITIONS --inflight 0 | --inflight 0: between 1 and 65535
          FANIN.Q0.SHARED --closed 0 | --closed 0: between 1 and 65535
          FANIN.Q0.SHARED --closed 5 --rate 9 | --rate 9: not with --closed, whose rate is the broker's
          FANIN.Q0.SHARED --arrivals often | --arrivals often: constant, poisson, ramp
          FANIN.Q0.SHARED --arrivals ramp | --arrivals ramp: needs --ramp-from and --ramp-over as well
          FANIN.Q0.SHARED --ramp-from 5 | --ramp-from 5: only with --arrivals ramp
          FANIN.Q0.SHARED --arrivals ramp --ramp-over 5s --ramp-from 0 | --ramp-from 0: more than 0 and at most 100 000 000 per second
          FANIN.Q1.PARTITIONS --set session.inFlightWindow=0 | --inflight 0: between 1 and 65535
          FANIN.Q0.SHARED --set session.keepAlive=1500ms | session.keepAlive 1500ms: whole seconds
          FANIN.Q0.SHARED --set session.keepAlife=1s | session has no key keepAlife; did you mean keepAlive?
          FANIN.Q0.SHARED --set session.keepAlive | --set session.keepAlive: path=value, such as session.inFlightWindow=50
          FANIN.Q0.SHARED --jms-batch 5 | --jms-batch 5: only where consumers speak JMS, such as with JMS in the name
          FANIN.Q1.PARTITIONS --publishers 5 | consumers 10: the most is 5, as each consumer has a partition of its own and each partition needs a publisher
          FANIN.Q0.SHARED --cipher AES256-GCM-SHA384 | --cipher AES256-GCM-SHA384: only for scenarios with TLS, such as those with SEC in their name
          FANIN.Q0.SHARED --connect-rate 0 | --connect-rate 0: more than 0 and at most 100 000 000 per second
          CONNBURST --devices 0 | --publishers 0: between 1 and 4000000
          FANIN.Q0.SHARED --devices fleet.csv | --publishers fleet.csv: a whole number up to 2147483647; a file with a row for each client is --set devices.publishers=fleet.csv
          FANIN.Q0.SHARED --consumers few | --consumers few: a whole number up to 2147483647
          CONNBURST --consumers 5 | --consumers 5: none, as there are no subscriptions here
          CONNBURST --rate 5 | --rate 5: not here, where nothing is sent; --connect-rate is how fast clients connect
          CONNBURST --closed 5 | --closed 5: not here, where nothing is sent
          FANIN.Q0.SHARED --lanes 999 | --lanes 999: between 0 and 256
          FANIN.Q0.SHARED --mqtt 5 | FANIN.Q0.SHARED needs MQTT 5, which the driver swarm does not support
          FANIN.Q0.SHARED --broker embedded:activemq | FANIN.Q0.SHARED needs shared subscriptions, which embedded:activemq does not support; brokers that do: embedded:artemis, process:mosquitto
          missing.yaml | no file missing.yaml
          """)
  void aBadRunIsRefusedWithExitCodeTwo(String args, String line) {
    assertThat(session.runScenario(args.split(" ", -1))).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).isEqualTo("brokerbench: " + line + "\n");
    assertThat(session.out()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          rum X | no command rum; did you mean run?
          x | no command x; there are run, search, study, ab, compare, baseline, history, report, list, broker, calibrate, agent, help, generate-completion
          run | missing SCENARIO; see brokerbench run --help
          list broker | nothing to list by the name broker; did you mean brokers?
          broker embedded --port 70000 | --port 70000: between 1 and 65535
          --verison | unknown option --verison; did you mean --version?
          """)
  void aBadCommandIsRefusedWithExitCodeTwo(String args, String line) {
    assertThat(session.run(args.split(" ", -1))).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).isEqualTo("brokerbench: " + line + "\n");
  }

  @Test
  void noCommandPointsToTheHelp() {
    assertThat(session.run()).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err())
        .isEqualTo("brokerbench: a command is missing; see brokerbench --help\n");
  }

  @Test
  void aBrokerThatDoesNotStartIsOneLineAndLeavesNoFolder() {
    assertThat(session.runScenario("FANIN.Q0.SINGLE", "--broker", "process:mosquitto"))
        .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err())
        .isEqualTo(
            """
            starting    process:mosquitto ...
            brokerbench: mosquitto did not start (exit code 3): "Address in use"
            """);
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --publishers 29990 | 30 000 connections need 30 200 open files, the limit is 20 000: raise it (ulimit -n); more workers do not help, as embedded:artemis is one process
          --publishers 29990 --workers 2 | 30 000 connections need 30 200 open files in embedded:artemis, which is one process, the limit is 20 000: raise it (ulimit -n), or give the address of a broker that may have more
          """)
  void tooFewOpenFilesAreToldBeforeAnythingStarts(String args, String line) {
    session.withOpenFilesLimit(20_000);

    assertThat(session.runScenario(("FANIN.Q0.SHARED " + args).split(" ", -1)))
        .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err()).isEqualTo("brokerbench: " + line + "\n");
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --publishers 59990 | 3 | 60 000 connections to 127.0.0.1:41883 need as many local ports, and one source address has 28 232: give 3 source addresses
          --publishers 89990 --sources 2 | 3 | 90 000 connections to 127.0.0.1:41883 need as many local ports, and 2 source addresses have 56 464: give 4 source addresses
          --publishers 800000 --consumers 100000 --workers 64 | 3 | 900 000 connections in 64 workers need about 12 GB of memory, and 10 GB is available: use fewer clients
          --sources 0 | 2 | --sources 0: local addresses, such as 10.0.0.5,10.0.0.6, or a number of loopback addresses up to 253
          --sources 127.0.0.1, | 2 | --sources 127.0.0.1,: local addresses, such as 10.0.0.5,10.0.0.6, or a number of loopback addresses up to 253
          --sources 192.0.2.1 | 2 | --sources 192.0.2.1: 192.0.2.1 is no address of this machine
          --workers 0 | 2 | --workers 0: between 1 and 64
          --workers 65 | 2 | --workers 65: between 1 and 64
          """)
  void whatThisMachineHasNotForTheClientsIsTold(String args, int exitCode, String line) {
    assertThat(session.runScenario(("FANIN.Q0.SHARED " + args).split(" ", -1))).isEqualTo(exitCode);

    // Ports are counted for the address of a broker, which is known once it runs.
    String start = line.contains(" local ports") ? "starting    embedded:artemis ...\n" : "";
    assertThat(session.err()).isEqualTo(start + "brokerbench: " + line + "\n");
    assertThat(session.out()).isEmpty();
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void aFolderThatCannotBeWrittenIsToldBeforeAnythingStarts() throws Exception {
    Path file = Files.writeString(folder.resolve("taken"), "");

    assertThat(session.run("run", "FANIN.Q0.SHARED", "--out", file.toString()))
        .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err())
        .isEqualTo(
            "brokerbench: cannot create the results folder "
                + file
                + ": "
                + file
                + " is not a folder; use --out\n");
  }

  @Test
  void aBrokerThatLetsNobodyInIsOneLineAndIsClosed() {
    session.with(StubRig.failing(new RunException("publisher 0 could not connect: refused", null)));

    assertThat(session.runScenario("FANIN.Q0.SHARED")).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err()).endsWith("brokerbench: publisher 0 could not connect: refused\n");
    assertThat(session.out()).isEmpty();
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void anErrorOfOurOwnIsOneLineAndTheBrokerIsClosed() {
    session.with(StubRig.failing(new IllegalArgumentException("oh\n  no")));

    assertThat(session.runScenario("FANIN.Q0.SHARED")).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err())
        .endsWith(
            "brokerbench: internal error: IllegalStateException:"
                + " java.lang.IllegalArgumentException: oh no (--verbose shows where)\n");
    assertThat(session.artemis.open).hasValue(0);
  }

  @ParameterizedTest
  @MethodSource("errors")
  void anErrorOfTheJvmIsOneLineAndTheBrokerIsClosed(Error error, String line) {
    session.with(
        StubRig.doing(
            () -> {
              throw error;
            }));

    assertThat(session.runScenario("FANIN.Q0.SHARED")).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err()).endsWith("\nbrokerbench: " + line + "\n").doesNotContain("\tat ");
    assertThat(session.out()).isEmpty();
    assertThat(session.artemis.open).hasValue(0);
  }

  static List<Arguments> errors() {
    return List.of(
        Arguments.of(
            new OutOfMemoryError("Java heap space"),
            "out of memory: Java heap space (more of it: BROKERBENCH_JAVA_OPTS=-Xmx1g)"),
        Arguments.of(
            new NoClassDefFoundError("a/B"),
            "internal error: NoClassDefFoundError: a/B (--verbose shows where)"),
        Arguments.of(
            new StackOverflowError(),
            "internal error: StackOverflowError (--verbose shows where)"));
  }

  @Test
  void verboseShowsWhereAnErrorOfTheJvmComesFrom() {
    session.with(
        StubRig.doing(
            () -> {
              throw new StackOverflowError();
            }));

    assertThat(session.runScenario("FANIN.Q0.SHARED", "--verbose"))
        .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err()).contains("\tat io.brokerbench.cli.session.CommandSession.run");
  }

  @Test
  void verboseShowsWhereAnErrorComesFrom() {
    session.with(StubRig.failing(new IllegalArgumentException("oh")));

    session.runScenario("FANIN.Q0.SHARED", "--verbose");

    assertThat(session.err()).contains("\tat io.brokerbench.cli.session.CommandSession.run");
  }
}
