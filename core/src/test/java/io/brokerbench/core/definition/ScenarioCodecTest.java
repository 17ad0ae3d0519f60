package io.brokerbench.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.device.DeviceFiles;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.PoissonLoad;
import io.brokerbench.core.load.RampLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.payload.PayloadSizes;
import io.brokerbench.core.scenario.AnyScenario;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioCodecTest {

  @Provide
  Arbitrary<Scenario> scenarios() {
    return AnyScenario.any();
  }

  @Property(tries = 500)
  void whatIsWrittenInEitherFormatIsReadAsAnEqualScenario(
      @ForAll("scenarios") Scenario scenario, @ForAll ScenarioFormat format) {
    String text = ScenarioCodec.write(scenario, format);

    assertThat(ScenarioCodec.read(text, format, "it")).isEqualTo(scenario);
  }

  @Property(tries = 200)
  void theResultDocumentsMapperReadsAndWritesTheSame(@ForAll("scenarios") Scenario scenario)
      throws Exception {
    String text = Json.mapper().writeValueAsString(scenario);

    assertThat(Json.mapper().readValue(text, Scenario.class)).isEqualTo(scenario);
    assertThat(ScenarioCodec.read(text, ScenarioFormat.JSON, "it")).isEqualTo(scenario);
  }

  @Property(tries = 2_000)
  void aDocumentWithAnythingWrongIsAnsweredInALineForEachMistake(
      @ForAll ScenarioFormat format,
      @ForAll @IntRange(max = 600) int at,
      @ForAll @IntRange(max = 20) int removed,
      @ForAll
          @CharRange(to = '~')
          @Chars({'\n', ':', '{', '"', '-', '[', '&', '*', '!', '1', 'e'})
          @StringLength(max = 4)
          String added) {
    String legal = ScenarioCodec.write(yaml("name: it"), format);
    int from = Math.min(at, legal.length());
    int to = Math.min(from + removed, legal.length());
    String text = legal.substring(0, from) + added + legal.substring(to);
    try {
      assertThat(ScenarioCodec.read(text, format, "it")).isNotNull();
    } catch (DefinitionException e) {
      assertThat(e.getMessage().lines())
          .doesNotHaveDuplicates()
          .allSatisfy(line -> assertThat(line).startsWith("it:").hasSizeLessThan(300));
    }
  }

  @Test
  void aNameAloneIsAScenarioOfTheDefaultSizes() {
    Scenario scenario = yaml("name: mine");

    assertThat(scenario)
        .isEqualTo(
            new Scenario(
                "mine",
                "",
                new Topology(1_000, 10, Distribution.SHARED),
                new Workload(
                    Qos.AT_MOST_ONCE,
                    new PayloadSpec(32),
                    false,
                    new ConstantLoad(Rate.perSecond(10_000)),
                    42),
                new Session(Protocol.MQTT_3_1_1, false, 0, 100, Duration.ofSeconds(60)),
                new Phases(
                    Duration.ofSeconds(10),
                    Optional.of(Duration.ofSeconds(60)),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(60))));
  }

  @Test
  void fiveLinesRun() {
    Scenario scenario =
        yaml(
            """
            name: five lines
            topology: {publishers: 200, distribution: PARTITIONS}
            workload: {qos: 1, load: {rate: 500}, payload: {bytes: 64}}
            session: {persistent: true}
            phases: {steady: 3s}
            """);

    assertThat(scenario.topology()).isEqualTo(new Topology(200, 10, Distribution.PARTITIONS));
    assertThat(scenario.workload().qos()).isEqualTo(Qos.AT_LEAST_ONCE);
    assertThat(scenario.workload().load()).isEqualTo(new ConstantLoad(Rate.perSecond(500)));
    assertThat(scenario.workload().payload().bytes()).isEqualTo(64);
    assertThat(scenario.session().persistent()).isTrue();
    assertThat(scenario.phases().steady()).isEqualTo(Duration.ofSeconds(3));
    assertThat(scenario.phases().warmUp()).isEqualTo(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @CsvSource({"SINGLE, 1000, 1", "SHARED, 5, 10", "PARTITIONS, 5, 5", "ALL, 1, 10"})
  void consumersAreAsManyAsTheDistributionUsuallyHas(
      String distribution, int publishers, int consumers) {
    Scenario scenario =
        yaml(
            "name: it\ntopology: {distribution: %s, publishers: %d}"
                .formatted(distribution, publishers));

    assertThat(scenario.topology().consumers()).isEqualTo(consumers);
  }

  @Test
  void everyTypeOfLoadHasItsOwnDefaults() {
    assertThat(load("{type: constant}"))
        .isEqualTo(ScenarioDefaults.workload(Qos.AT_MOST_ONCE).load());
    assertThat(load("{type: poisson}")).isEqualTo(new PoissonLoad(Rate.perSecond(10_000)));
    assertThat(load("{type: poisson, rate: 2.5}")).isEqualTo(new PoissonLoad(Rate.perSecond(2.5)));
    assertThat(load("{type: closed}")).isEqualTo(new ClosedLoad(100));
    assertThat(load("{type: ramp, from: 10, to: 1_000, over: 1.5m}"))
        .isEqualTo(new RampLoad(Rate.perSecond(10), Rate.perSecond(1_000), Duration.ofSeconds(90)));
  }

  /** What a result folder keeps has to run from there, and the files are where they were. */
  @Test
  void filesAreNamedByFullPathsInWhatIsReadFromAnyFolder() {
    Scenario scenario =
        yaml(
            """
            name: it
            workload: {payload: {template: a/payload.json}}
            devices: {publishers: devices.csv, consumers: /b/readers.csv}
            """);

    Scenario read = yaml(ScenarioCodec.writeForAnyFolder(scenario));

    String here = Path.of("").toAbsolutePath().toString();
    assertThat(read.devices().orElseThrow())
        .isEqualTo(
            new DeviceFiles(Optional.of(here + "/devices.csv"), Optional.of("/b/readers.csv")));
    assertThat(read.workload().payload().template()).contains(here + "/a/payload.json");
    Scenario sized = yaml("name: it\nworkload: {payload: {sizes: {shape: SAMPLES, file: s.csv}}}");
    assertThat(
            yaml(ScenarioCodec.writeForAnyFolder(sized))
                .workload()
                .payload()
                .sizes()
                .flatMap(PayloadSizes::file))
        .contains(here + "/s.csv");
    assertThat(yaml(ScenarioCodec.write(scenario, ScenarioFormat.YAML))).isEqualTo(scenario);
  }

  /** A queue would leave the names aside, and an alias stands for one topic. */
  @Test
  void namesOfTopicsThatWouldNotBeUsedAreRefused() {
    String names = "name: it\ntopology: {distribution: SINGLE, topics: {subscribe: ['a/#'], ";
    assertThatThrownBy(
            () ->
                yaml(
                    names
                        + "publish: 'a/{publisher}'}}\nsession: {protocol: jms,"
                        + " jmsConsumers: {consumersPerConnection: 1, destination: QUEUE}}\n"))
        .hasMessageContaining("topology.topics a/{publisher}: only where messages go to topics");
    assertThatThrownBy(
            () ->
                yaml(
                    names
                        + "publish: 'a/{metric}', metrics: [x, y]}}\n"
                        + "session: {protocol: mqtt5, mqtt5: {topicAliases: true}}\n"))
        .hasMessageContaining("metrics a/{metric}: only without session.mqtt5.topicAliases");
  }

  @Test
  void eachThresholdAndEachMissingKeyIsNamed() {
    assertThatThrownBy(() -> yaml("name: it\nthresholds: ['p98>1ms', 'lost>x', 'lost>0']\n"))
        .hasMessageContaining("thresholds p98: no such figure")
        .hasMessageContaining("thresholds lost>x: the limit of messages.lost is a number");
    assertThatThrownBy(() -> yaml("name: it\nconditions: {network: {lossFraction: 0.1}}\n"))
        .hasMessageContaining("latency is missing")
        .hasMessageContaining("jitter is missing");
    assertThatThrownBy(
            () -> yaml("conditions: {network: {latency: 1ms, jitter: 1ms, lossFractionn: 0.1}}\n"))
        .hasMessageContaining("name is missing")
        .hasMessageContaining("lossFraction is missing")
        .hasMessageContaining("no key lossFractionn; did you mean lossFraction?");
  }

  @Test
  void aFewLinesMakeAConnectionBurst() {
    Scenario scenario =
        yaml(
            """
            name: storm
            topology: {publishers: 300, distribution: NONE}
            workload: {load: {type: none}}
            session: {connectRate: 250}
            """);

    assertThat(scenario.connectsOnly()).isTrue();
    assertThat(scenario.topology()).isEqualTo(new Topology(300, 0, Distribution.NONE));
    assertThat(scenario.session().connectRate()).contains(Rate.perSecond(250));
  }

  @Test
  void nothingIsSentWhereNobodySubscribesAndNobodySubscribesWhereNothingIsSent() {
    assertThatThrownBy(() -> yaml("name: it\nworkload: {load: {type: none}}"))
        .hasMessageContaining("distribution SHARED: NONE where nothing is sent");
    assertThatThrownBy(() -> yaml("name: it\ntopology: {distribution: NONE}"))
        .hasMessageContaining("distribution NONE: NONE only with a load of type none");
    assertThatThrownBy(() -> yaml("name: it\ntopology: {distribution: NONE, consumers: 3}"))
        .hasMessageContaining("consumers 3: none, as there are no subscriptions here");
  }

  @Test
  void numbersMayBeWrittenAsYamlHasThem() {
    assertThat(load("{rate: 1e4}")).isEqualTo(new ConstantLoad(Rate.perSecond(10_000)));
    assertThat(load("{rate: 1.0E+4}")).isEqualTo(new ConstantLoad(Rate.perSecond(10_000)));
    assertThat(load("{rate: 10_000}")).isEqualTo(new ConstantLoad(Rate.perSecond(10_000)));
  }

  @Test
  void aScenarioIsWrittenForPeople() {
    Scenario scenario = yaml("name: FANIN.Q0.SHARED");

    assertThat(ScenarioCodec.write(scenario, ScenarioFormat.YAML))
        .isEqualTo(
            """
            name: FANIN.Q0.SHARED
            description: ""
            topology:
              publishers: 1000
              consumers: 10
              distribution: SHARED
            workload:
              qos: 0
              payload:
                bytes: 32
              retain: false
              load:
                type: constant
                rate: 10000
              seed: 42
            session:
              protocol: mqtt3.1.1
              persistent: false
              absentFraction: 0.0
              inFlightWindow: 100
              keepAlive: 1m
            security:
              clients: NONE
            conditions:
              highAvailability: false
            phases:
              warmUp: 10s
              warmUpLimit: 1m
              steady: 10s
              drainLimit: 30s
              quietPeriod: 5s
              connectLimit: 1m
            """);
  }

  private static Object load(String load) {
    return yaml("name: it\nworkload:\n  load: " + load).workload().load();
  }

  private static Scenario yaml(String text) {
    return ScenarioCodec.read(text, ScenarioFormat.YAML, "it.yaml");
  }
}
