package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.result.Machine;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineMeterTest {

  private static final long SECOND = 1_000_000_000L;

  private boolean toolIsKnown = true;

  private final MachineMeter meter =
      new MachineMeter(
          new MachineMeter.MeasuredProcesses() {
            @Override
            public List<Long> broker() {
              return List.of();
            }

            @Override
            public List<Long> beside() {
              return List.of();
            }

            @Override
            public List<Long> tool() {
              return List.of(ProcessHandle.current().pid());
            }

            @Override
            public boolean isToolKnown() {
              return toolIsKnown;
            }

            @Override
            public boolean brokerMayBeHere() {
              return true;
            }

            @Override
            public boolean besideMayBeHere() {
              return true;
            }

            @Override
            public boolean generatorIsHere() {
              return true;
            }
          });

  private MachineMeter.Sample sample(long now, double tool, double broker, double beside) {
    return meter.sample(now, used(tool), used(broker), used(beside));
  }

  private static Optional<ProcessUsage> used(double seconds) {
    return Optional.of(new ProcessUsage((long) (seconds * SECOND), 10_000_000));
  }

  @Test
  void theBrokerOfARunBesideIsNoOtherWork() {
    Machine machine =
        meter.machine(
            sample(0, 1, 1, 1), sample(SECOND, 1.2, 1.3, 1.4), Optional.empty(), Optional.empty());

    assertThat(machine.ownCpuCores().orElseThrow()).isCloseTo(0.9, within(1e-9));
    assertThat(machine.memory().ownBytes()).hasValue(30_000_000);
  }

  /** Its CPU would be taken for that of others. */
  @Test
  void whereTheBrokerBesideIsNotKnownOtherWorkIsNotEither() {
    MachineMeter.Sample before = meter.sample(0, used(1), used(1), Optional.empty());
    MachineMeter.Sample after = meter.sample(SECOND, used(2), used(2), Optional.empty());

    assertThat(MachineMeter.interval(before, after).otherCpuCores()).isEmpty();
    assertThat(after.ownCpuNanos()).isEmpty();
  }

  /** An agent in a container of this machine. */
  @Test
  void whereAPartOfTheToolIsNotKnownOtherWorkIsNotEither() {
    toolIsKnown = false;
    MachineMeter.Sample after = sample(SECOND, 2, 2, 2);

    assertThat(MachineMeter.interval(sample(0, 1, 1, 1), after).otherCpuCores()).isEmpty();
    assertThat(after.ownCpuNanos()).isEmpty();
    assertThat(meter.otherDiskTraffic()).isEmpty();
  }
}
