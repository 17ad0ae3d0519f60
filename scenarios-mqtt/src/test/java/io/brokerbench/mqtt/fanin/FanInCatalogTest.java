package io.brokerbench.mqtt.fanin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FanInCatalogTest {

  private final FanInCatalog catalog = new FanInCatalog();

  @Test
  void allLegalNamesAreListed() {
    assertThat(catalog.scenarios())
        .extracting(Scenario::name)
        .filteredOn(name -> !name.contains(".HA"))
        .containsExactlyInAnyOrder(
            "FANIN.Q0.SINGLE",
            "FANIN.Q0.PARTITIONS",
            "FANIN.Q0.SHARED",
            "FANIN.Q0.PERSISTENT.SINGLE",
            "FANIN.Q0.PERSISTENT.PARTITIONS",
            "FANIN.Q0.PERSISTENT.SHARED",
            "FANIN.Q1.SINGLE",
            "FANIN.Q1.PARTITIONS",
            "FANIN.Q1.SHARED",
            "FANIN.Q1.PERSISTENT.SINGLE",
            "FANIN.Q1.PERSISTENT.PARTITIONS",
            "FANIN.Q1.PERSISTENT.SHARED",
            "FANIN.Q2.SINGLE",
            "FANIN.Q2.PARTITIONS",
            "FANIN.Q2.SHARED",
            "FANIN.Q2.PERSISTENT.SINGLE",
            "FANIN.Q2.PERSISTENT.PARTITIONS",
            "FANIN.Q2.PERSISTENT.SHARED",
            "FANIN.SEC.Q0.SINGLE",
            "FANIN.SEC.Q0.PARTITIONS",
            "FANIN.SEC.Q0.SHARED",
            "FANIN.SEC.Q0.PERSISTENT.SINGLE",
            "FANIN.SEC.Q0.PERSISTENT.PARTITIONS",
            "FANIN.SEC.Q0.PERSISTENT.SHARED",
            "FANIN.SEC.Q1.SINGLE",
            "FANIN.SEC.Q1.PARTITIONS",
            "FANIN.SEC.Q1.SHARED",
            "FANIN.SEC.Q1.PERSISTENT.SINGLE",
            "FANIN.SEC.Q1.PERSISTENT.PARTITIONS",
            "FANIN.SEC.Q1.PERSISTENT.SHARED",
            "FANIN.SEC.Q2.SINGLE",
            "FANIN.SEC.Q2.PARTITIONS",
            "FANIN.SEC.Q2.SHARED",
            "FANIN.SEC.Q2.PERSISTENT.SINGLE",
            "FANIN.SEC.Q2.PERSISTENT.PARTITIONS",
            "FANIN.SEC.Q2.PERSISTENT.SHARED",
            "FANIN.Q0.JMS.SINGLE",
            "FANIN.Q0.JMS.PARTITIONS",
            "FANIN.Q0.JMS.SHARED",
            "FANIN.Q0.PERSISTENT.JMS.SINGLE",
            "FANIN.Q0.PERSISTENT.JMS.PARTITIONS",
            "FANIN.Q0.PERSISTENT.JMS.SHARED",
            "FANIN.Q1.JMS.SINGLE",
            "FANIN.Q1.JMS.PARTITIONS",
            "FANIN.Q1.JMS.SHARED",
            "FANIN.Q1.PERSISTENT.JMS.SINGLE",
            "FANIN.Q1.PERSISTENT.JMS.PARTITIONS",
            "FANIN.Q1.PERSISTENT.JMS.SHARED",
            "FANIN.Q2.JMS.SINGLE",
            "FANIN.Q2.JMS.PARTITIONS",
            "FANIN.Q2.JMS.SHARED",
            "FANIN.Q2.PERSISTENT.JMS.SINGLE",
            "FANIN.Q2.PERSISTENT.JMS.PARTITIONS",
            "FANIN.Q2.PERSISTENT.JMS.SHARED",
            "FANIN.SEC.Q0.JMS.SINGLE",
            "FANIN.SEC.Q0.JMS.PARTITIONS",
            "FANIN.SEC.Q0.JMS.SHARED",
            "FANIN.SEC.Q0.PERSISTENT.JMS.SINGLE",
            "FANIN.SEC.Q0.PERSISTENT.JMS.PARTITIONS",
            "FANIN.SEC.Q0.PERSISTENT.JMS.SHARED",
            "FANIN.SEC.Q1.JMS.SINGLE",
            "FANIN.SEC.Q1.JMS.PARTITIONS",
            "FANIN.SEC.Q1.JMS.SHARED",
            "FANIN.SEC.Q1.PERSISTENT.JMS.SINGLE",
            "FANIN.SEC.Q1.PERSISTENT.JMS.PARTITIONS",
            "FANIN.SEC.Q1.PERSISTENT.JMS.SHARED",
            "FANIN.SEC.Q2.JMS.SINGLE",
            "FANIN.SEC.Q2.JMS.PARTITIONS",
            "FANIN.SEC.Q2.JMS.SHARED",
            "FANIN.SEC.Q2.PERSISTENT.JMS.SINGLE",
            "FANIN.SEC.Q2.PERSISTENT.JMS.PARTITIONS",
            "FANIN.SEC.Q2.PERSISTENT.JMS.SHARED");
  }

  @Test
  void whatIsListedIsFoundByItsNameAndSurvivesBeingWritten() {
    for (Scenario scenario : catalog.scenarios()) {
      assertThat(catalog.find(scenario.name())).contains(scenario);
      assertThat(scenario.description()).isNotBlank().hasSizeLessThan(110);
      String yaml = ScenarioCodec.write(scenario, ScenarioFormat.YAML);
      assertThat(ScenarioCodec.read(yaml, ScenarioFormat.YAML, "it")).isEqualTo(scenario);
    }
  }

  @Test
  void theServiceLoaderFindsIt() {
    assertThat(Scenarios.load().find("FANIN.Q2.PERSISTENT.SHARED").name())
        .isEqualTo("FANIN.Q2.PERSISTENT.SHARED");
  }

  @ParameterizedTest
  @CsvSource({
    "FANIN.Q0.SINGLE, AT_MOST_ONCE, SINGLE, 1, false",
    "FANIN.Q1.PARTITIONS, AT_LEAST_ONCE, PARTITIONS, 10, false",
    "FANIN.Q2.PERSISTENT.SHARED, EXACTLY_ONCE, SHARED, 10, true",
    "FANIN.Q0.PERSISTENT.SHARED, AT_MOST_ONCE, SHARED, 10, true"
  })
  void everyWordOfTheNameIsInTheScenario(
      String name, Qos qos, Distribution distribution, int consumers, boolean persistent) {
    Scenario scenario = catalog.find(name).orElseThrow();

    assertThat(scenario.name()).isEqualTo(name);
    assertThat(scenario.workload().qos()).isEqualTo(qos);
    assertThat(scenario.topology().distribution()).isEqualTo(distribution);
    assertThat(scenario.topology().consumers()).isEqualTo(consumers);
    assertThat(scenario.session().persistent()).isEqualTo(persistent);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FANIN.SEC.Q0.SHARED",
        "FANIN.SEC.Q0.PARTITIONS",
        "FANIN.SEC.Q1.PERSISTENT.PARTITIONS",
        "FANIN.SEC.Q1.PERSISTENT.SHARED",
        "FANIN.SEC.Q2.PERSISTENT.PARTITIONS",
        "FANIN.SEC.Q2.PERSISTENT.SHARED"
      })
  void theSecuredRowsOfTheReportDifferFromThePlainOnesByTheirPublishersTls(String name) {
    Scenario secured = catalog.find(name).orElseThrow();
    Scenario plain = catalog.find(name.replace(".SEC", "")).orElseThrow();

    assertThat(secured.security()).isEqualTo(Security.ofPublishers(CipherSuite.RSA_AES256_GCM));
    assertThat(secured.description()).isEqualTo(plain.description() + "; publishers use TLS");
    assertThat(plain.security()).isEqualTo(Security.NONE);
    assertThat(secured)
        .usingRecursiveComparison()
        .ignoringFields("name", "description", "security")
        .isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FANIN.Q0.HA.PARTITIONS",
        "FANIN.Q1.HA.PERSISTENT.PARTITIONS",
        "FANIN.SEC.Q1.HA.PERSISTENT.PARTITIONS",
        "FANIN.SEC.Q1.HA.PERSISTENT.SHARED",
        "FANIN.SEC.Q1.HA.PERSISTENT.JMS.SHARED"
      })
  void theRowsOfTheReportOnAPairDifferFromTheOthersByTheirBroker(String name) {
    Scenario pair = catalog.find(name).orElseThrow();
    Scenario single = catalog.find(name.replace(".HA", "")).orElseThrow();

    assertThat(pair.conditions()).isEqualTo(Conditions.HIGH_AVAILABILITY);
    assertThat(single.conditions()).isEqualTo(Conditions.NONE);
    assertThat(RequiredCapabilities.of(pair)).contains(Capability.HIGH_AVAILABILITY);
    assertThat(pair)
        .usingRecursiveComparison()
        .ignoringFields("name", "description", "conditions")
        .isEqualTo(single);
  }

  @Test
  void everyNameOfOneBrokerIsThereForAPairToo() {
    List<String> names = catalog.scenarios().stream().map(Scenario::name).toList();
    assertThat(names).hasSize(144);
    assertThat(names.stream().filter(name -> name.contains(".HA.")).toList())
        .hasSize(72)
        .allSatisfy(name -> assertThat(names).contains(name.replace(".HA", "")));
  }

  @ParameterizedTest
  @CsvSource({
    "FANIN.Q0.JMS.PARTITIONS, PRE_SETTLED, 1",
    "FANIN.Q1.JMS.SINGLE, AUTO, 1",
    "FANIN.Q1.PERSISTENT.JMS.SHARED, CLIENT, 100",
    "FANIN.Q0.PERSISTENT.JMS.SHARED, CLIENT, 100"
  })
  void jmsConsumersAcknowledgeAsPublished(
      String name, JmsAcknowledgement acknowledgement, int batch) {
    Scenario scenario = catalog.find(name).orElseThrow();
    JmsConsumers consumers = scenario.session().jmsConsumers().orElseThrow();

    assertThat(consumers.acknowledgement()).isEqualTo(acknowledgement);
    assertThat(consumers.batch()).isEqualTo(batch);
    assertThat(consumers.prefetch()).isEqualTo(100_000);
    assertThat(scenario.session().protocol()).isEqualTo(Protocol.MQTT_3_1_1);
    assertThat(scenario)
        .usingRecursiveComparison()
        .ignoringFields("name", "description", "session.jmsConsumers")
        .isEqualTo(catalog.find(name.replace(".JMS", "")).orElseThrow());
  }

  @Test
  void jmsOnAPairNeedsBoth() {
    Scenario scenario = catalog.find("FANIN.SEC.Q1.HA.PERSISTENT.JMS.SHARED").orElseThrow();

    assertThat(RequiredCapabilities.of(scenario))
        .contains(Capability.HIGH_AVAILABILITY, Capability.AMQP, Capability.JMS_SHARED);
  }

  @Test
  void theDefaultSizesSuitASmallMachine() {
    Scenario scenario = catalog.find("FANIN.Q1.SHARED").orElseThrow();

    assertThat(scenario.topology().publishers()).isEqualTo(1_000);
    assertThat(scenario.workload().load()).isEqualTo(new ConstantLoad(Rate.perSecond(10_000)));
    assertThat(scenario.workload().payload().bytes()).isEqualTo(32);
    assertThat(scenario.phases().steady()).isEqualTo(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"BROADCAST", "FANNIN.Q0.SHARED", "fanin.Q0.SHARED", "", "STRESS.Q0"})
  void namesOfOtherFamiliesAreLeftToOthers(String name) {
    assertThat(catalog.find(name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FANIN                     | one of SEC, Q0, Q1, Q2 is missing
          FANIN.                    | one of SEC, Q0, Q1, Q2 is missing
          FANIN.Q0                  | one of HA, PERSISTENT, JMS, SINGLE, PARTITIONS, SHARED is missing; did you mean FANIN.Q0.SINGLE?
          FANIN.Q3.SHARED           | Q3 should be one of SEC, Q0, Q1, Q2; did you mean FANIN.Q0.SHARED?
          FANIN.Q0.SHRED            | SHRED should be one of HA, PERSISTENT, JMS, SINGLE, PARTITIONS, SHARED; did you mean FANIN.Q0.SHARED?
          FANIN.Q1.PERSISTANT.SHARED | PERSISTANT should be one of HA, PERSISTENT, JMS, SINGLE, PARTITIONS, SHARED; did you mean FANIN.Q1.PERSISTENT.SHARED?
          FANIN.Q1.PERSISTENT.HA.SHARED | HA should be one of JMS, SINGLE, PARTITIONS, SHARED; did you mean FANIN.Q1.PERSISTENT.SHARED?
          FANIN.Q1.JMS.PERSISTENT.SHARED | PERSISTENT should be one of SINGLE, PARTITIONS, SHARED
          FANIN.Q0.SHARED.SINGLE    | SINGLE is too much; did you mean FANIN.Q0.SINGLE?
          FANIN.Q0.SHARED.          | a dot too many at the end; did you mean FANIN.Q0.SHARED?
          FANIN..Q0.SHARED          | one of SEC, Q0, Q1, Q2 is missing; did you mean FANIN.Q0.SHARED?
          FANIN.q0.SHARED           | q0 should be one of SEC, Q0, Q1, Q2; did you mean FANIN.Q0.SHARED?
          FANINN.Q0.SHARED          | FANINN should be FANIN; did you mean FANIN.Q0.SHARED?
          """)
  void anIllegalNameIsAnsweredWithTheWrongWordAndWhatIsAllowedThere(String name, String answer) {
    assertThatThrownBy(() -> catalog.find(name))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("no scenario " + name + ": " + answer);
  }

  @Test
  void everyNameOfTheGrammarIsReadAsItself() {
    assertThat(FanInName.all()).hasSize(144).doesNotHaveDuplicates();
    for (FanInName name : FanInName.all()) {
      assertThat(FanInName.parse(name.text())).isEqualTo(name);
    }
  }

  @Test
  void theDocumentationHasEveryName() throws IOException {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    Path project = Files.isDirectory(module.resolve("docs")) ? module : module.getParent();
    String page = Files.readString(project.resolve("docs/scenarios.md"));

    for (Scenario scenario : catalog.scenarios()) {
      assertThat(page).contains("`" + scenario.name().replace(".HA", "") + "`");
    }
  }
}
