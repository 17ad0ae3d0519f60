package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.Access;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerProcessTest {

  private static Assignment assignment(int publishers) {
    Scenario scenario =
        SenderBench.scenario(
            publishers,
            new ConstantLoad(Rate.perSecond(1_000)),
            Duration.ZERO,
            Duration.ofSeconds(1));
    Target target = Target.of(Endpoint.mqtt("127.0.0.1", 1883));
    return new Assignment(
        scenario,
        target,
        target,
        Access.OPEN,
        List.of(),
        Assignment.Slice.all(scenario),
        1,
        1,
        Duration.ZERO,
        TopicMapping.UNCHANGED,
        DeviceRows.NONE,
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void theJvmsOptionsAreHandedOnWithoutItsAgents() {
    List<String> command =
        WorkerProcess.command(
            List.of("-XX:+UseSerialGC", "-javaagent:jacoco.jar", "-agentlib:jdwp=x", "-Da=b"),
            WorkerProcess.heapBytes(assignment(10)),
            List.of());
    assertThat(command)
        .contains("-XX:+UseSerialGC", "-Da=b", WorkerMain.class.getName())
        .noneMatch(word -> word.contains("jacoco") || word.contains("jdwp"));
  }

  @Test
  void classesAreNotSharedWithAJvmOfAnotherClassPath() {
    assertThat(command(List.of("-Xshare:auto", "-XX:SharedArchiveFile=/opt/tool/lib/tool.jsa")))
        .contains("-Xshare:auto")
        .noneMatch(word -> word.contains("tool.jsa"));
  }

  @Test
  void theHeapHasRoomForTheClientsUnlessTheUserLimitsIt() {
    assertThat(command(List.of())).contains("-Xmx1824m");
    assertThat(command(List.of("-Xmx99m")))
        .contains("-Xmx99m")
        .noneMatch(word -> word.startsWith("-Xmx1"));
  }

  private static List<String> command(List<String> options) {
    return WorkerProcess.command(options, WorkerProcess.heapBytes(assignment(100_000)), List.of());
  }

  /** A young generation larger than the heap is one of the things that a JVM warns of. */
  @Test
  void whatTheJvmWarnsOfIsNoAnswer() throws Exception {
    Process process =
        new ProcessBuilder(
                WorkerProcess.command(
                    List.of("-XX:+UseSerialGC", "-XX:MaxNewSize=1g", "-Xmx64m"),
                    1 << 28,
                    List.of("x")))
            .start();
    process.getOutputStream().close();
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    String answers = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(errors).contains("MaxNewSize");
    assertThat(answers).doesNotContain("MaxNewSize");
  }

  @Test
  void whatTheWorkerIsToKnowComesLast() {
    assertThat(WorkerProcess.command(List.of(), 1 << 28, List.of("5", "6")))
        .endsWith(WorkerMain.class.getName(), "5", "6");
  }
}
