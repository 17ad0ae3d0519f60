package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.NodeProcess;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the nodes of a broker have used adds up over kills and restarts. */
class BrokerProcessesTest {

  private final Map<Long, ProcessUsage> table = new HashMap<>();
  private final List<NodeProcess> processes = new ArrayList<>();
  private final BrokerProcesses broker = new BrokerProcesses(() -> List.copyOf(processes));

  private final ProcessSampler sampler =
      new ProcessSampler() {
        @Override
        public Optional<ProcessUsage> sample(long pid) {
          return Optional.ofNullable(table.get(pid));
        }

        @Override
        public Optional<ProcessUsage> sampleAlone(long pid) {
          return sample(pid);
        }
      };

  @Test
  void nothingIsKnownOfABrokerWithoutProcesses() {
    assertThat(broker.usage(sampler)).isEmpty();
  }

  @Test
  void bothNodesOfAPairCount() {
    runs(1, 5, 100);
    runs(2, 3, 200);
    assertThat(broker.usage(sampler)).hasValue(usage(8, 300));
  }

  @Test
  void aKilledNodeKeepsWhatItHadUsedAtItsEndAndItsSuccessorAdds() {
    runs(1, 5, 100);
    runs(2, 3, 200);
    broker.usage(sampler);

    table.remove(1L);
    assertThat(broker.usage(sampler)).as("not reported yet").hasValue(usage(8, 200));

    processes.set(0, new NodeProcess(1, Optional.of(Duration.ofNanos(7))));
    assertThat(broker.usage(sampler)).as("with its last moments").hasValue(usage(10, 200));

    runs(3, 1, 50);
    table.put(2L, usage(4, 210));
    assertThat(broker.usage(sampler)).hasValue(usage(12, 260));
  }

  /** Its threads are this process's, and no process beside this one is taken for other work. */
  @Test
  void aBrokerThatIsAPartOfThisProcessWaitsWhereThisProcessWaits() {
    InProcessBroker part = new InProcessBroker(List.of());
    assertThat(BrokerProcesses.pidsOf(part, sampler))
        .containsExactly(ProcessHandle.current().pid());
    assertThat(BrokerProcesses.mayBeHere(part)).isFalse();
    assertThat(BrokerProcesses.usageOf(part).apply(sampler)).isEmpty();
  }

  private void runs(long pid, long cpuNanos, long rssBytes) {
    table.put(pid, usage(cpuNanos, rssBytes));
    processes.add(NodeProcess.running(pid));
  }

  private static ProcessUsage usage(long cpuNanos, long rssBytes) {
    return new ProcessUsage(cpuNanos, rssBytes);
  }
}
