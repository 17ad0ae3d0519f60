package io.brokerbench.mqtt.messagesight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.mqtt.stress.StressCatalog;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportSizeTest {

  private static Scenario sized(String name, PublishedSize size) {
    return RunSize.as(size).applyTo(MessageSightReport.original(name));
  }

  @ParameterizedTest
  @CsvSource({"SMALL, 128000", "MEDIUM, 256000", "LARGE, 512000"})
  void aFanInHasThePublishedClientsLengthAndWindow(PublishedSize size, int devices) {
    Scenario scenario = sized("FANIN.Q1.PERSISTENT.SHARED", size);

    assertThat(scenario.topology().publishers()).isEqualTo(devices);
    assertThat(scenario.topology().consumers()).isEqualTo(100);
    assertThat(scenario.phases().steady()).isEqualTo(Duration.ofMinutes(5));
    assertThat(scenario.session().inFlightWindow()).isEqualTo(65_535);
    assertThat(scenario.workload().payload().bytes()).isEqualTo(32);
  }

  @Test
  void aSingleConsumerStaysAlone() {
    assertThat(sized("FANIN.Q0.SINGLE", PublishedSize.SMALL).topology().consumers()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"SMALL, 128000", "MEDIUM, 256000", "LARGE, 512000"})
  void aBroadcastIsTenMessagesOneEachTwentySeconds(PublishedSize size, int subscribers) {
    Scenario scenario = sized("BROADCAST", size);

    assertThat(scenario.topology().publishers()).isEqualTo(1);
    assertThat(scenario.topology().consumers()).isEqualTo(subscribers);
    assertThat(scenario.workload().load()).isEqualTo(new ConstantLoad(Rate.perSecond(0.05)));
    assertThat(scenario.phases().steady()).isEqualTo(Duration.ofSeconds(200));
  }

  @ParameterizedTest
  @CsvSource({
    "CONNBURST,",
    "CONNBURST.SEC, 2000",
    "CONNBURST.SEC.ECDHE, 1538.46",
    "CONNBURST.SEC.PSK, 1538.46"
  })
  void aBurstIsPacedAsTwoGeneratorsWere(String name, Double perSecond) {
    Scenario scenario = sized(name, PublishedSize.MEDIUM);

    assertThat(scenario.topology().publishers()).isEqualTo(256_000);
    assertThat(scenario.session().connectRate().map(rate -> Math.round(rate.perSecond())))
        .isEqualTo(Optional.ofNullable(perSecond).map(Math::round));
  }

  @ParameterizedTest
  @CsvSource({"SMALL, '8 cores, 32 GB'", "MEDIUM, '12 cores, 64 GB'", "LARGE, '16 cores, 128 GB'"})
  void theMachinesAreThoseOfTheReport(PublishedSize size, String machine) {
    assertThat(ReportSize.hardware(size)).isEqualTo(machine);
  }

  /** Else a run of a size could not be compared with what was published of it. */
  @Test
  void eachPublishedScenarioHasEachSizeAndStaysPublished() {
    MessageSightReport report = new MessageSightReport();

    for (PublishedScenario published : report.scenarios()) {
      for (PublishedSize size : PublishedSize.values()) {
        assertThat(report.find(sized(published.name(), size))).contains(published);
      }
    }
  }

  @Test
  void whatAMachineCarriesIsASizeToo() {
    assertThat(
            RunSize.of(7_000)
                .applyTo(MessageSightReport.original("FANIN.Q0.SHARED"))
                .topology()
                .publishers())
        .isEqualTo(7_000);
    assertThat(
            RunSize.of(7)
                .applyTo(MessageSightReport.original("FANIN.Q0.PARTITIONS"))
                .topology()
                .consumers())
        .as("no more than publishers")
        .isEqualTo(7);
  }

  @Test
  void otherScenariosHaveNoSize() {
    Scenario stress = new StressCatalog().scenarios().get(0);

    assertThatThrownBy(() -> RunSize.as(PublishedSize.SMALL).applyTo(stress))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("size STRESS.Q0: only for scenarios that were published with sizes");
  }
}
