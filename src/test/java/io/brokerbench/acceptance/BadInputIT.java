package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is impossible is refused in one clear line, with its exit code, and leaves nothing. */
class BadInputIT {

  private static final int BAD_USAGE = 2;
  private static final int ENVIRONMENT_CANNOT = 3;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "FANNIN.Q0.SHARED, did you mean FANIN.Q0.SHARED",
    "FANIN.Q0.SHARED --publisher 10, --publishers",
    "FANIN.Q0.SHARED --broker embedded:artemi, embedded:artemis",
    "FANIN.Q0.SHARED --payload 8, --payload 8: at least 24 bytes",
    "FANIN.Q0.SHARED --rate 0, --rate 0: ",
    "FANIN.Q0.SHARED --rate -5, --rate -5: ",
    "FANIN.Q0.PARTITIONS --publishers 20 --consumers 30, --consumers 30: "
  })
  void aDefinitionThatCannotBeIsRefusedBeforeAnythingStarts(String arguments, String words) {
    Tool tool = new Tool(folder);
    tool.run(("run " + arguments).split(" ")).isRefused(BAD_USAGE, words);
    assertThat(tool.resultFolders()).isEmpty();
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    Tool tool = new Tool(folder);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      Outcome outcome = tool.run("broker", "embedded", "--port", port);
      outcome.isRefusedAtTheStart(ENVIRONMENT_CANNOT, port);
      tool.leftNothing(outcome);
    }
  }

  @ParameterizedTest
  @CsvSource({"--ha", "--log=x.log", "--start-timeout=9s"})
  void whatIsForABrokerThatIsStartedHereIsRefusedOfAnAddress(String option) {
    new Tool(folder)
        .run("broker", "mqtt://127.0.0.1:1", option)
        .isRefused(BAD_USAGE, ": only with a broker that is started here");
  }

  @Test
  void aDeviceInPlaceOfAFileIsRefused() {
    Tool tool = new Tool(folder);
    tool.run("run", "@/dev/zero").isRefused(BAD_USAGE, "@/dev/zero: is a device");
  }

  @Test
  void aResultThatIsNotTextIsNamed() throws IOException {
    Path result = Files.createDirectories(folder.resolve("results/one")).resolve("result.json");
    Files.write(result, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    Tool tool = new Tool(folder);
    tool.run("report", "results/one").isRefused(BAD_USAGE, "result.json: not text in UTF-8");
    tool.run("compare", "results/one", "results/one")
        .isRefused(BAD_USAGE, "result.json: not text in UTF-8");
  }

  @Test
  void aBrokerThatIsNotInstalledIsNamedWithWhatToInstall() {
    assumeTrue(Namespaces.available(), "a file cannot be hidden here: no unshare");
    String hide =
        Mosquitto.executable().map(file -> "mount --bind /dev/null " + file).orElse("true");
    Tool tool = new Tool(folder).afterMount(hide);
    Outcome outcome = tool.run("run", "FANIN.Q0.SHARED", "--broker", "process:mosquitto");
    outcome.isRefusedAtTheStart(
        ENVIRONMENT_CANNOT, "process:mosquitto", "apt-get install mosquitto");
    tool.leftNothing(outcome);
    assertThat(tool.resultFolders()).isEmpty();
  }

  @Test
  void aBrokerThatRefusesConnectionsAndAnAddressWithoutBrokerAreNamed() {
    Tool tool = new Tool(folder);
    String uri;
    try (FaultyBroker broker = FaultyBroker.start()) {
      uri = broker.endpoint().uri();
      broker.faults().refuseConnections(true);
      tool.run("run", "FANIN.Q0.SHARED", "--broker", uri).isRefused(ENVIRONMENT_CANNOT, uri);
    }
    tool.run("run", "FANIN.Q0.SHARED", "--broker", uri).isRefused(ENVIRONMENT_CANNOT, uri);
    assertThat(tool.resultFolders()).isEmpty();
  }

  @Test
  void tooFewFileDescriptorsAreSaidBeforeTheStartWithTheLimitAndHowToRaiseIt() {
    Tool tool = new Tool(folder).after("ulimit -n 300");
    Outcome outcome = tool.run("run", "FANIN.Q0.SHARED", "--publishers", "1000");
    outcome.isRefused(
        ENVIRONMENT_CANNOT, "010 connections need", "open files, the limit is 300", "ulimit -n");
    assertThat(tool.resultFolders()).isEmpty();
  }

  @Test
  void aFullDiskForResultsIsSaidBeforeTheStart() throws IOException {
    assumeTrue(Namespaces.available(), "no small disk can be mounted here: no unshare");
    Files.createDirectories(folder.resolve("results"));
    Tool tool = new Tool(folder).afterMount("mount -t tmpfs -o size=64k none results");
    Outcome outcome = tool.run("run", "FANIN.Q0.SHARED");
    outcome.isRefused(ENVIRONMENT_CANNOT, "cannot write the results to results", "free");
  }

  @Test
  void aDiskThatFillsInMidRunLosesNoFigures() throws IOException {
    assumeTrue(Namespaces.available(), "no small disk can be mounted here: no unshare");
    Files.createDirectories(folder.resolve("results"));
    Tool tool = new Tool(folder).afterMount("mount -t tmpfs -o size=20m none results");
    try (FaultyBroker broker = FaultyBroker.start();
        Call call =
            tool.start(
                "run",
                "FANIN.Q1.SHARED",
                "--duration",
                "2s",
                "--warmup",
                "500ms",
                "--publishers",
                "20",
                "--rate",
                "500",
                "--broker",
                broker.endpoint().uri())) {
      call.awaitLine("steady ");
      fill(Path.of("/proc/" + call.pid() + "/root" + folder.resolve("results")));
      Outcome outcome = call.end();
      outcome.complains(ENVIRONMENT_CANNOT, "cannot write the results to results");
      assertThat(outcome.out()).contains("end-to-end ").contains("messages ");
    }
  }

  private static void fill(Path disk) throws IOException {
    byte[] block = new byte[4096];
    try (OutputStream file = Files.newOutputStream(disk.resolve("filler"))) {
      while (disk.toFile().getUsableSpace() > 0) {
        file.write(block);
      }
    } catch (IOException e) {
      assertThat(disk.toFile().getUsableSpace()).as(e.toString()).isZero();
    }
  }
}
