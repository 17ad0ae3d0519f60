package io.brokerbench.experiment.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.ExampleCalibration;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.session.RunTarget;
import io.brokerbench.experiment.session.SomeBrokers;
import io.brokerbench.experiment.session.SomeDriver;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MachineCapacityTest {

  private static final OptionalLong NO_LIMIT = OptionalLong.empty();

  private static MachineCapacity with(long files, OptionalLong ports, OptionalLong bytes) {
    return new MachineCapacity(
        new MachineLimits(Optional.of(new FileDescriptorLimit(files, 100)), ports, bytes));
  }

  private static RunTarget target(int publishers, boolean brokerIsHere) {
    return target(publishers, new SomeBrokers(brokerIsHere, NO_LIMIT));
  }

  private static RunTarget target(int publishers, BrokerProvider brokers) {
    return new RunTarget(
        new Scenario(
            "test",
            "",
            new Topology(publishers, 100, Distribution.SHARED),
            ScenarioDefaults.workload(Qos.AT_MOST_ONCE),
            ScenarioDefaults.session(false),
            ScenarioDefaults.PHASES),
        "some",
        brokers,
        ResourceLimits.NONE,
        new SomeDriver(),
        RigSettings.defaults());
  }

  private static String refusal(MachineCapacity capacity, RunTarget target) {
    return spaced(
        catchThrowableOfType(EnvironmentException.class, () -> capacity.require(target))
            .getMessage());
  }

  private static String spaced(String text) {
    return text.replace(NumberText.GROUP, ' ');
  }

  @Test
  void filesLimitClientsToWhatTheDriverAndTheProcessLeave() throws Exception {
    MachineCapacity capacity = with(20_000, NO_LIMIT, NO_LIMIT);

    capacity.require(target(19_600, false));
    assertThat(refusal(capacity, target(19_601, false)))
        .isEqualTo(
            "19 701 clients are more than this machine carries, 19 700: a process may open 20 000"
                + " files; 2 machines like it could (--agents 2)");
  }

  @Test
  void aBrokerThatIsStartedHereHasToHaveTheFiles() {
    MachineCapacity capacity = with(20_000, NO_LIMIT, NO_LIMIT);
    RunTarget tenWorkers =
        target(128_000, true).withSettings(RigSettings.defaults().withWorkers(10));

    assertThat(refusal(capacity, tenWorkers))
        .isEqualTo(
            "128 100 clients are more than this machine carries, 19 800: a process may open 20 000"
                + " files, and the broker is one process; 1 machine like it could, with a broker"
                + " elsewhere (--agents 1 --broker ADDRESS)");
  }

  @Test
  void eachSourceAddressHasItsPorts() {
    MachineCapacity capacity = with(1_000_000, OptionalLong.of(28_232), NO_LIMIT);
    RunTarget one = target(128_000, true);
    InetAddress any = InetAddress.getLoopbackAddress();

    assertThat(refusal(capacity, one))
        .contains("28 232: one source address has 28 232 local ports; 5 machines");
    assertThat(capacity.sourcesFor(one)).isEqualTo(5);
    assertThatCode(
            () ->
                capacity.require(
                    one.withSettings(
                        RigSettings.defaults().withSources(List.of(any, any, any, any, any)))))
        .doesNotThrowAnyException();
  }

  @Test
  void asManyWorkersAreUsedAsHaveEnoughFiles() {
    assertThat(with(20_000, NO_LIMIT, NO_LIMIT).workersFor(target(1_000, false))).isEqualTo(1);
    assertThat(with(20_000, NO_LIMIT, NO_LIMIT).workersFor(target(128_000, false))).isEqualTo(7);
  }

  @Test
  void hereIsFourThousandDevicesForEachGigabyteWhereTheBrokerIsHereToo() {
    MachineCapacity capacity = with(1_000_000, NO_LIMIT, OptionalLong.of(8_000_000_000L));

    assertThat(capacity.comfortable(target(1_000, true)))
        .satisfies(limit -> assertThat(limit.clients()).isEqualTo(32_000))
        .extracting(MachineCapacity.Limit::reason)
        .asString()
        .contains("of memory is available");
    assertThat(capacity.comfortable(target(1_000, false)).clients()).isEqualTo(320_000);
  }

  /** The heap of a JVM, or what a container may take, however much the machine has. */
  @Test
  void hereIsFourThousandDevicesForEachGigabyteOfTheBroker() {
    MachineCapacity capacity = with(1_000_000, NO_LIMIT, OptionalLong.of(8_000_000_000L));
    RunTarget jvm = target(1_000, new SomeBrokers(true, OptionalLong.of(1_000_000_000)));

    assertThat(spaced(capacity.comfortable(jvm).reason()))
        .isEqualTo("the broker has 1.0 GB of memory, and a client is given 250 kB");
    assertThat(capacity.comfortable(jvm).clients()).isEqualTo(4_000);
    RunTarget limited =
        jvm.withLimits(new ResourceLimits(OptionalDouble.empty(), OptionalLong.of(500_000_000)));
    assertThat(capacity.comfortable(limited).clients()).isEqualTo(2_000);
    RunTarget elsewhere = target(1_000, new SomeBrokers(false, OptionalLong.of(1_000_000_000)));
    assertThat(capacity.comfortable(elsewhere).clients()).isEqualTo(320_000);
  }

  @Test
  void hereIsWhatACalibratedGeneratorConnectsInTime() {
    RunTarget target =
        target(1_000, false)
            .withSettings(
                RigSettings.defaults()
                    .withCalibration(Optional.of(ExampleCalibration.limitedByGenerator())));

    assertThat(with(4_000_000, NO_LIMIT, NO_LIMIT).comfortable(target))
        .satisfies(limit -> assertThat(limit.clients()).isEqualTo(900_000))
        .extracting(limit -> spaced(limit.reason()))
        .isEqualTo("15 000 connects per second, as calibrated, for 60 s");
    assertThat(
            with(4_000_000, NO_LIMIT, OptionalLong.of(510_000_000)).comfortable(target).clients())
        .as("2 100 bytes of the generator, as calibrated, and 3 000 of the kernel")
        .isEqualTo(100_000);
  }
}
