package io.brokerbench.core.engine.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceRowsTest {

  @TempDir private Path folder;

  private static Scenario scenario(String publish, String subscribe) {
    return new Scenario(
        "own",
        "with topics of its own",
        new Topology(3, 1, Distribution.ALL)
            .withTopics(new TopicNames(publish, List.of(subscribe))),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE),
        ScenarioDefaults.session(false),
        ScenarioDefaults.PHASES);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  /** A placeholder that nothing fills in would be one topic of all publishers. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plant/{site}/{publisher} | plant/+/+ | topology.topics.publish {site}: {partition},"
            + " {publisher}, {run}; and a column of devices.publishers, where there is such a file",
        "plant/{publisher}/{metric} | plant/+/+ | topology.topics.publish {metric}: {partition},"
            + " {publisher}, {run}; and a column of devices.publishers, where there is such a file",
        "plant/{publisher} | plant/{area}/+ | topology.topics.subscribe {area}: {consumer}, {run};"
            + " and a column of devices.consumers, where there is such a file"
      })
  void whatIsInBracesHasToBeFilledIn(String publish, String subscribe, String message) {
    assertThatThrownBy(() -> DeviceRows.read(scenario(publish, subscribe)))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(message);
  }

  @Test
  void oneFileDoesNotFillInTheOtherClientsTopics() throws IOException {
    String publishers = file("p.csv", "id,site\na,n\nb,n\nc,s\n");
    Scenario scenario =
        ScenarioChange.set("devices.publishers", publishers)
            .applyTo(scenario("plant/{site}/{publisher}", "plant/{site}/+"));
    assertThatThrownBy(() -> DeviceRows.read(scenario))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("topology.topics.subscribe {site}: ");
    assertThatCode(
            () ->
                DeviceRows.read(
                    ScenarioChange.set("devices.publishers", publishers)
                        .applyTo(scenario("plant/{site}/{publisher}", "plant/#"))))
        .doesNotThrowAnyException();
  }

  @Test
  void aRowWhoseValueMakesNoJsonIsNamed() throws IOException {
    String template =
        file("t.json", "{\"id\": \"${id}\",\n \"line\": ${line}, \"proof\": \"${proof}\"}");
    String good = file("good.csv", "id,line\na,1\nb,2.5\nc,true\n");
    String bad = file("bad.csv", "id,line\na,1\nb,2\nc,hunter\n");
    Scenario scenario =
        ScenarioChange.set("workload.payload.template", template)
            .applyTo(scenario("plant/{publisher}", "plant/#"));
    assertThatCode(
            () -> DeviceRows.read(ScenarioChange.set("devices.publishers", good).applyTo(scenario)))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> DeviceRows.read(ScenarioChange.set("devices.publishers", bad).applyTo(scenario)))
        .isInstanceOf(DefinitionException.class)
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .startsWith(bad + ":4: its values do not make JSON of " + template + ":2:")
                    .doesNotContain("hunter"));
  }

  /** It is read, and no topic or payload repeats it. */
  @Test
  void aPasswordIsNoField() throws IOException {
    String devices = file("d.csv", "id,user,password,site\na,a,hunter1,n\nb,b,hunter2,s\nc,,,s\n");
    ScenarioChange change = ScenarioChange.set("devices.publishers", devices);
    assertThatThrownBy(
            () -> DeviceRows.read(change.applyTo(scenario("plant/{password}/{id}", "plant/#"))))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "topology.topics.publish {password}: a field of %s, which has id, site; password is no"
                    .formatted(devices)
                + " field");
    assertThatThrownBy(() -> DeviceRows.read(change.applyTo(scenario("plant/{sit}/{id}", "#"))))
        .hasMessage(
            "topology.topics.publish {sit}: a field of %s, which has id, site".formatted(devices));
    String template = file("p.txt", "${proof}\n${password}");
    assertThatThrownBy(
            () ->
                DeviceRows.read(
                    change
                        .and("workload.payload.template", template)
                        .applyTo(scenario("plant/{id}", "plant/#"))))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith(template + ":2: ${password} is no field: one of proof, ")
        .hasMessageEndingWith(", or a column of devices.publishers: id, site");
  }
}
