package io.brokerbench.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.scenario.ClosedLoad;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.ConstantLoad;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.NoLoad;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.PoissonLoad;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.RampLoad;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunResultSchemaTest {

  private static final Path DOC = Path.of("..", "docs", "result-schema.md");

  /** Where the schema describes a record: a JSON pointer. */
  record Described(Class<? extends Record> type, String pointer) {}

  static Stream<Described> records() {
    return Stream.of(
        new Described(RunResult.class, ""),
        new Described(Scenario.class, "/$defs/scenario"),
        new Described(Topology.class, "/$defs/scenario/properties/topology"),
        new Described(TopicNames.class, "/$defs/scenario/properties/topology/properties/topics"),
        new Described(Workload.class, "/$defs/scenario/properties/workload"),
        new Described(PayloadSpec.class, "/$defs/scenario/properties/workload/properties/payload"),
        new Described(ConstantLoad.class, load("constant")),
        new Described(PoissonLoad.class, load("poisson")),
        new Described(RampLoad.class, load("ramp")),
        new Described(ClosedLoad.class, load("closed")),
        new Described(NoLoad.class, load("none")),
        new Described(Session.class, "/$defs/scenario/properties/session"),
        new Described(
            JmsConsumers.class, "/$defs/scenario/properties/session/properties/jmsConsumers"),
        new Described(ConsumerDriver.class, "/properties/driver/properties/consumers"),
        new Described(Conditions.class, "/$defs/scenario/properties/conditions"),
        new Described(Fault.class, "/$defs/scenario/properties/conditions/properties/fault"),
        new Described(
            NetworkConditions.class, "/$defs/scenario/properties/conditions/properties/network"),
        new Described(Phases.class, "/$defs/scenario/properties/phases"),
        new Described(BrokerIdentity.class, "/properties/broker"),
        new Described(DriverInfo.class, "/properties/driver"),
        new Described(Environment.class, "/properties/environment"),
        new Described(Messages.class, "/properties/messages"),
        new Described(MissingMessage.class, "/$defs/missingMessage"),
        new Described(Throughput.class, "/properties/throughput"),
        new Described(Latencies.class, "/properties/latency"),
        new Described(LatencySummary.class, "/$defs/latencySummary"),
        new Described(Backlog.class, "/properties/backlog"),
        new Described(GeneratorUsage.class, "/properties/generator"),
        new Described(Headroom.class, "/properties/generator/properties/headroom"),
        new Described(AgentUsage.class, "/$defs/agentUsage"),
        new Described(BrokerUsage.class, "/properties/brokerUsage"),
        new Described(Connections.class, "/properties/connections"),
        new Described(Connections.Refusal.class, "/$defs/refusal"),
        new Described(Broadcast.class, "/properties/broadcast"),
        new Described(Failover.class, "/properties/failover"),
        new Described(Failover.Course.class, "/properties/failover/properties/course"),
        new Described(Failover.Doubts.class, "/properties/failover/properties/doubts"),
        new Described(TimelineInterval.class, "/$defs/timelineInterval"),
        new Described(Machine.class, "/properties/machine"),
        new Described(Machine.Disk.class, "/properties/machine/properties/disk"),
        new Described(Machine.Network.class, "/properties/machine/properties/brokerNetwork"),
        new Described(Machine.Memory.class, "/properties/machine/properties/memory"),
        new Described(Machine.Finding.class, "/properties/machine/properties/disturbedBy/items"),
        new Described(Machine.CpuWait.class, "/$defs/cpuWait"),
        new Described(Pressure.class, "/$defs/pressure"),
        new Described(MachineInterval.class, "/$defs/timelineInterval/properties/machine"),
        new Described(Verdict.class, "/properties/verdict"));
  }

  @ParameterizedTest
  @MethodSource("records")
  void theSchemaHasEachComponentAndNoOther(Described record) throws IOException {
    JsonNode object = schemaTree().at(record.pointer());

    Set<String> described = new TreeSet<>();
    object.path("properties").fieldNames().forEachRemaining(described::add);
    described.remove("type");
    assertThat(described).isEqualTo(new TreeSet<>(names(record.type())));
    assertThat(object.path("additionalProperties")).hasToString("false");
  }

  @ParameterizedTest
  @MethodSource("records")
  void whatIsNotOptionalIsRequired(Described record) throws IOException {
    JsonNode object = schemaTree().at(record.pointer());

    Set<String> required =
        StreamSupport.stream(object.path("required").spliterator(), false)
            .map(JsonNode::asText)
            .filter(name -> !name.equals("type"))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> certain =
        Stream.of(record.type().getRecordComponents())
            .filter(component -> !isOptional(component))
            .map(RecordComponent::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(required).isEqualTo(certain);
  }

  @ParameterizedTest
  @MethodSource("records")
  void theDocumentationNamesEachComponent(Described record) throws IOException {
    String doc = Files.readString(DOC);

    assertThat(names(record.type())).allSatisfy(name -> assertThat(doc).contains("`" + name + "`"));
  }

  @Test
  void aFullResultIsValid() throws IOException {
    assertThat(problems(tree(new ExampleResult().calibrated(false).build()))).isEmpty();
  }

  @Test
  void aResultWithoutOptionalPartsIsValid() throws IOException {
    RunResult sparse = new ExampleResult().qos(Qos.AT_MOST_ONCE).withoutBrokerUsage().build();

    assertThat(problems(tree(sparse))).isEmpty();
  }

  @Test
  void aMachineOfWhichTheKernelReportsNothingIsValid() throws IOException {
    RunResult unknown = new ExampleResult().machine(ExampleMachine.unknown()).build();

    assertThat(problems(tree(unknown))).isEmpty();
    assertThat(RunResultCodec.read(RunResultCodec.write(unknown))).isEqualTo(unknown);
  }

  @Test
  void aDisturbedMachineIsValid() throws IOException {
    RunResult disturbed = new ExampleResult().machine(ExampleMachine.busy()).build();

    assertThat(problems(tree(disturbed))).isEmpty();
    assertThat(RunResultCodec.read(RunResultCodec.write(disturbed))).isEqualTo(disturbed);
  }

  @Test
  void aBroadcastAndAConnectionBurstAreValid() throws IOException {
    assertThat(problems(tree(new ExampleResult().broadcast(1).build()))).isEmpty();
    assertThat(problems(tree(new ExampleResult().failover().build()))).isEmpty();
    assertThat(problems(tree(new ExampleResult().connectsOnly().build()))).isEmpty();
  }

  @Test
  void aResultWithMissingMessagesIsValid() throws IOException {
    RunResult lossy =
        new ExampleResult()
            .messages(
                new Messages(3, 3, 3, 3, 1, 2, 0, 0, 0, List.of(new MissingMessage(0, 1, -1))))
            .verdict(Verdict.Status.CONTRACT_BROKEN, true, "2 of 3 messages never came")
            .build();

    assertThat(problems(tree(lossy))).isEmpty();
  }

  @Test
  void anUnknownOrMissingOrWrongValueIsNotValid() throws IOException {
    ObjectNode unknown = tree(new ExampleResult().build());
    unknown.withObject("/messages").put("extra", 1);
    ObjectNode missing = tree(new ExampleResult().build());
    missing.withObject("/verdict").remove("complete");
    ObjectNode wrong = tree(new ExampleResult().build());
    wrong.withObject("/scenario/workload/payload").put("bytes", 8);

    assertThat(problems(unknown)).isNotEmpty();
    assertThat(problems(missing)).isNotEmpty();
    assertThat(problems(wrong)).isNotEmpty();
  }

  private static String load(String type) {
    int index = List.of("constant", "poisson", "ramp", "closed", "none").indexOf(type);
    return "/$defs/scenario/properties/workload/properties/load/oneOf/" + index;
  }

  private static List<String> names(Class<? extends Record> type) {
    List<String> names = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      names.add(component.getName());
    }
    return names;
  }

  private static boolean isOptional(RecordComponent component) {
    Class<?> type = component.getType();
    return type == Optional.class || type == OptionalLong.class || type == OptionalDouble.class;
  }

  private static ObjectNode tree(RunResult result) throws IOException {
    return (ObjectNode) Json.mapper().readTree(RunResultCodec.write(result));
  }

  private static JsonNode schemaTree() throws IOException {
    try (InputStream in = RunResult.class.getResourceAsStream("run-1.schema.json")) {
      return Json.mapper().readTree(in);
    }
  }

  private static List<String> problems(JsonNode document) throws IOException {
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schemaTree());
    return schema.validate(document).stream().map(Object::toString).toList();
  }
}
