package io.brokerbench.core.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.device.Device;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.ClientIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicRequirementsTest {

  private static Scenario scenario(Distribution distribution, TopicNames names) {
    return new Scenario(
        "own",
        "with topics of its own",
        new Topology(20, 4, distribution).withTopics(names),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE),
        ScenarioDefaults.session(false),
        ScenarioDefaults.PHASES);
  }

  private static void require(Distribution distribution, String topic, String... filters) {
    TopicRequirements.require(
        scenario(distribution, new TopicNames(topic, List.of(filters))), DeviceRows.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "PARTITIONS, a/{partition}/{publisher}, a/{consumer}/+",
    "PARTITIONS, a/{run}/{partition}, +/{run}/{consumer}/#",
    "SHARED, a/{publisher}, a/+",
    "ALL, a/{publisher}/b, +/+/b",
    "ALL, a, a/#",
    "ALL, a, #"
  })
  void topicsThatAreMatchedAreTaken(Distribution distribution, String topic, String filter) {
    assertThatCode(() -> require(distribution, topic, filter)).doesNotThrowAnyException();
  }

  /** The broker would be blamed for what it was asked for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PARTITIONS | a/{partition}/{publisher} | a/# | a/#: a filter that does not match a/0/0 of"
            + " publisher 0, which consumer 1 is not owed",
        "PARTITIONS | a | a | a: a filter that does not match a of publisher 0, which consumer 1 is"
            + " not owed",
        "PARTITIONS | {partition}/a | {consumer}/a,{consumer}/# | 0/a: not beside 0/#, as both"
            + " match 0/a of publisher 0, and a broker may deliver it for each",
        "ALL | a/{publisher} | a/#,a/+ | a/+: not beside a/#, as both match a/0 of publisher 0, and"
            + " a broker may deliver it for each",
        "ALL | a/b/c | b,a/#,+/b/# | +/b/#: not beside a/#, as both match a/b/c of publisher 0",
        "SHARED | a/{publisher} | a/+,+/7 | +/7: not beside a/+, as both match a/7 of publisher 7",
        "SHARED | a/3 | a/+,+/{consumer} | +/3: not beside a/+, as both match a/3 of publisher 0"
      })
  void topicsThatAreMatchedMoreThanOnceOrByOthersAreRefused(
      Distribution distribution, String topic, String filters, String problem) {
    assertThatThrownBy(() -> require(distribution, topic, filters.split(",")))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("topology.topics.subscribe " + problem);
  }

  /** The same filter again is the same subscription, and one that matches nothing is no copy. */
  @Test
  void filtersThatAreAlikeOrMatchNothingAreNoFurtherCopy() {
    assertThatCode(() -> require(Distribution.ALL, "a/{publisher}", "a/+", "a/+", "b/{consumer}"))
        .doesNotThrowAnyException();
    assertThatCode(() -> require(Distribution.SHARED, "a/{publisher}", "a/+", "b/{consumer}"))
        .doesNotThrowAnyException();
  }

  @Test
  void oneOfSeveralFiltersIsEnough() {
    assertThatCode(
            () -> require(Distribution.ALL, "a/{publisher}", filters(20).toArray(String[]::new)))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> require(Distribution.ALL, "a/{publisher}", filters(19).toArray(String[]::new)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("a/19 of publisher 19");
  }

  private static List<String> filters(int count) {
    return IntStream.range(0, count).mapToObj(i -> "a/" + i).toList();
  }

  @Test
  void aPlaceholderThatFiltersDoNotKnowIsNamedWithWhatItMisses() {
    assertThatThrownBy(
            () ->
                require(
                    Distribution.PARTITIONS, "kill/{partition}/{publisher}", "kill/{partition}/+"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "topology.topics.subscribe kill/{partition}/+: a filter of consumer 0 that matches"
                + " kill/0/0 of publisher 0 (or renamed: true, where a bridge gives topics other"
                + " names)");
  }

  @ParameterizedTest
  @CsvSource({
    "PARTITIONS, a/{publisher}, a/{consumer}, consumer 0 that matches a/4 of publisher 4",
    "SHARED, a/{publisher}/b, a/+, consumer 0 that matches a/0/b of publisher 0",
    "ALL, a/{publisher}, a/{consumer}, consumer 1 that matches a/0 of publisher 0",
    "ALL, a/b, +, consumer 0 that matches a/b of publisher 0"
  })
  void whoeverIsOwedMessagesHasToHaveSubscribed(
      Distribution distribution, String topic, String filter, String problem) {
    assertThatThrownBy(() -> require(distribution, topic, filter))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aBridgeMayRenameThem() {
    Scenario renamed =
        scenario(
            Distribution.ALL,
            new TopicNames("a/{publisher}", List.of("a/+")).renamedTo(List.of("far/a/+")));
    assertThatCode(() -> TopicRequirements.require(renamed, DeviceRows.NONE))
        .doesNotThrowAnyException();
  }

  @Test
  void whatStandsInTheRowsCounts() {
    Scenario scenario =
        scenario(
            Distribution.SHARED,
            new TopicNames("site/{site}/{id}", List.of("site/{site}/+", "site/south/#")));
    assertThatCode(() -> TopicRequirements.require(scenario, rows("north")))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> TopicRequirements.require(scenario, rows("east")))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("site/north/pump-0 of publisher 0");
  }

  /** A value may have several levels, where filters match them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "site/{site}/{id} | site/+/+ | d.csv:4: site so/uth: without /, as it is one level of the"
            + " topic site/so/uth/c, which no filter of consumer 0 matches",
        "{kind}/{site} | +/+ | d.csv:3: kind pump/2: without /, as it is one level of the topic"
            + " pump/2/north, which no filter of consumer 0 matches",
        "site/{site}/{id} | site/# |",
        "far/{publisher}/{site} | near/# | topology.topics.subscribe near/#: a filter of consumer 0"
            + " that matches far/0/north of publisher 0"
      })
  void aSlashInAValueIsNamedWithItsRowWhereNothingMatchesItsLevels(
      String topic, String filter, String problem, @TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("d.csv"), "id,site,kind\na,north,pump\nb,north,pump/2\nc,so/uth,pump\n");
    Scenario scenario =
        ScenarioChange.set("devices.publishers", file.toString())
            .and("topology.publishers", 3)
            .applyTo(scenario(Distribution.ALL, new TopicNames(topic, List.of(filter))));
    ThrowingCallable check = () -> TopicRequirements.require(scenario, DeviceRows.read(scenario));
    if (problem == null) {
      assertThatCode(check).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(check)
          .isInstanceOf(DefinitionException.class)
          .hasMessageContaining(problem);
    }
  }

  /** Of several columns the one is named whose value is no level by itself. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "site/{site}/+ | y,m/#/k,site | site m/#/k",
        "site/{site}/+ | y,k,site | site k",
        "{kind}/{site}/+ | y,m/#,site | site m/#",
        "{kind}/{site}/+ | y,m,place | kind place"
      })
  void theRowOfAConsumerWhoseFilterDoesNotMatchIsNamed(
      String filter, String row, String problem, @TempDir Path folder) throws IOException {
    Path readers =
        Files.writeString(folder.resolve("c.csv"), "id,site,kind\nx,m,site\n" + row + "\n");
    Scenario scenario =
        ScenarioChange.set("devices.consumers", readers.toString())
            .and("topology.publishers", 2)
            .and("topology.consumers", 2)
            .applyTo(
                scenario(
                    Distribution.PARTITIONS,
                    new TopicNames("site/m/{publisher}", List.of(filter))));
    Scenario fits =
        ScenarioChange.set("devices.consumers", readers.toString())
            .and("topology.consumers", 2)
            .applyTo(
                scenario(
                    Distribution.PARTITIONS,
                    new TopicNames("{partition}", List.of("{consumer}", filter))));
    assertThatThrownBy(() -> TopicRequirements.require(scenario, DeviceRows.read(scenario)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("c.csv:3: " + problem + ": in a filter of consumer 1 that matches")
        .hasMessageContaining(" site/m/1 of publisher 1, which ");
    assertThatCode(() -> TopicRequirements.require(fits, DeviceRows.read(fits)))
        .doesNotThrowAnyException();
  }

  /** Publishers are in the north and in the south in turn. */
  private static DeviceRows rows(String readersAreIn) {
    return new DeviceRows(
        IntStream.range(0, 20)
            .boxed()
            .collect(
                Collectors.toMap(i -> i, i -> device("pump-" + i, i % 2 == 0 ? "north" : "south"))),
        Map.of(0, device("reader", readersAreIn)));
  }

  private static Device device(String id, String site) {
    return new Device(id, ClientIdentity.COMMON, Map.of("site", site));
  }
}
