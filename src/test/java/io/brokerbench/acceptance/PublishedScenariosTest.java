package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.study.StudyCatalog;
import io.brokerbench.mqtt.burst.BroadcastCatalog;
import io.brokerbench.mqtt.burst.ConnectBurstCatalog;
import io.brokerbench.mqtt.embedded.EmbeddedStudies;
import io.brokerbench.mqtt.fanin.FanInCatalog;
import io.brokerbench.mqtt.stress.StressCatalog;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each published name has its method in {@link PublishedScenariosIT}, and no build runs it. */
class PublishedScenariosTest {

  /** The fan-in scenarios of the report for which it has a throughput. */
  private static final List<String> FAN_IN =
      """
      FANIN.Q0.SINGLE
      FANIN.SEC.Q0.JMS.SINGLE
      FANIN.Q0.SHARED
      FANIN.Q0.PARTITIONS
      FANIN.SEC.Q0.PARTITIONS
      FANIN.Q0.JMS.PARTITIONS
      FANIN.SEC.Q0.JMS.PARTITIONS
      FANIN.SEC.Q0.JMS.SHARED
      FANIN.Q1.PERSISTENT.PARTITIONS
      FANIN.SEC.Q1.PERSISTENT.PARTITIONS
      FANIN.SEC.Q1.PERSISTENT.JMS.PARTITIONS
      FANIN.Q1.PERSISTENT.SHARED
      FANIN.SEC.Q1.PERSISTENT.SHARED
      FANIN.Q1.PERSISTENT.JMS.SHARED
      FANIN.SEC.Q1.PERSISTENT.JMS.SHARED
      FANIN.SEC.Q2.PERSISTENT.PARTITIONS
      FANIN.SEC.Q2.PERSISTENT.JMS.PARTITIONS
      FANIN.Q2.PERSISTENT.SHARED
      FANIN.SEC.Q2.PERSISTENT.SHARED
      FANIN.Q2.PERSISTENT.JMS.SHARED
      FANIN.SEC.Q2.PERSISTENT.JMS.SHARED
      FANIN.Q0.HA.PARTITIONS
      FANIN.Q1.HA.PERSISTENT.PARTITIONS
      FANIN.SEC.Q1.HA.PERSISTENT.PARTITIONS
      FANIN.SEC.Q1.HA.PERSISTENT.SHARED
      FANIN.SEC.Q1.HA.PERSISTENT.JMS.PARTITIONS
      FANIN.SEC.Q1.HA.PERSISTENT.JMS.SHARED
      """
          .lines()
          .toList();

  private static List<Method> methods() {
    return Arrays.stream(PublishedScenariosIT.class.getDeclaredClasses())
        .flatMap(family -> Arrays.stream(family.getDeclaredMethods()))
        .filter(method -> method.isAnnotationPresent(Test.class))
        .toList();
  }

  private static String nameOf(Method method) {
    return method.getAnnotation(DisplayName.class).value();
  }

  @Test
  void eachPublishedNameHasOneMethod() {
    Stream<String> scenarios =
        Stream.of(new BroadcastCatalog(), new ConnectBurstCatalog(), new StressCatalog())
            .map(ScenarioCatalog::scenarios)
            .flatMap(List::stream)
            .map(Scenario::name);
    Stream<String> studies = new EmbeddedStudies().items().stream().map(StudyCatalog.Item::name);
    assertThat(methods())
        .extracting(PublishedScenariosTest::nameOf)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(FAN_IN.stream(), scenarios, studies).flatMap(names -> names).toList());
  }

  @Test
  void theNamesOfTheReportAreNamesOfTheGrammar() {
    assertThat(FAN_IN).hasSize(27).allMatch(name -> new FanInCatalog().find(name).isPresent());
  }

  @Test
  void aMethodIsCalledAsItsScenario() {
    assertThat(methods())
        .allSatisfy(
            method ->
                assertThat(method.getName())
                    .isEqualToIgnoringCase(nameOf(method).replace(".", "")));
  }

  @Test
  void theTagKeepsThemOutOfTheBuild() {
    assertThat(PublishedScenariosIT.class.getAnnotation(Tag.class).value()).isEqualTo("published");
    assertThat(Tool.PROJECT.resolve("pom.xml"))
        .content()
        .contains("${tests.published}</tests.excluded>");
  }
}
