package io.brokerbench.experiment.metric;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.search.SustainProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Whether figures were measured under the same conditions.
 *
 * <p>The differences are in words.
 *
 * @param settings differences in what was measured and how; figures cannot be compared across them
 * @param machines differences between the machines; figures cannot be compared across them
 * @param warnings differences that probably do not matter
 */
public record Comparability(List<String> settings, List<String> machines, List<String> warnings) {

  /** Share by which memory may differ: firmware takes more or less of it. */
  private static final double MEMORY = 0.1;

  /** Copies the lists. */
  public Comparability {
    settings = List.copyOf(settings);
    machines = List.copyOf(machines);
    warnings = List.copyOf(warnings);
  }

  /** The differences that rule out a comparison. */
  public List<String> refusals() {
    return Stream.concat(settings.stream(), machines.stream()).toList();
  }

  /** The differences of both sides' conditions. */
  public static Comparability of(MeasurementContext baseline, MeasurementContext candidate) {
    List<String> settings = new ArrayList<>();
    List<String> machines = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    differ(settings, "kind", baseline.kind(), candidate.kind());
    differ(
        settings,
        "multiples of",
        baseline.reference().orElse("nothing"),
        candidate.reference().orElse("nothing"));
    both(baseline.scenario(), candidate.scenario(), (a, b) -> scenarios(settings, a, b));
    both(baseline.groups(), candidate.groups(), (a, b) -> groups(settings, a, b));
    both(baseline.criterion(), candidate.criterion(), (a, b) -> criteria(settings, a, b));
    both(baseline.broker(), candidate.broker(), (a, b) -> brokers(settings, a, b));
    both(baseline.driver(), candidate.driver(), (a, b) -> drivers(settings, warnings, a, b));
    both(baseline.environment(), candidate.environment(), (a, b) -> machines(machines, a, b));
    both(baseline.environment(), candidate.environment(), (a, b) -> software(warnings, a, b));
    return new Comparability(settings, machines, warnings);
  }

  private static void machines(List<String> into, Environment a, Environment b) {
    differ(into, "machine: processor", a.cpuModel(), b.cpuModel());
    differ(into, "machine: cores", a.cores(), b.cores());
    differ(into, "machine: architecture", a.architecture(), b.architecture());
    double ratio = (double) a.memoryBytes() / b.memoryBytes();
    if (Math.abs(Math.log(ratio)) > MEMORY) {
      differ(into, "machine: memory in bytes", a.memoryBytes(), b.memoryBytes());
    }
  }

  private static void software(List<String> into, Environment a, Environment b) {
    differ(into, "brokerbench", a.tool(), b.tool());
    differ(into, "operating system", a.os(), b.os());
    differ(into, "Java", a.jvm(), b.jvm());
  }

  /** Versions may differ, and products: that is what is asked. A smaller one of the same is not. */
  private static void brokers(List<String> into, BrokerIdentity a, BrokerIdentity b) {
    if (a.product().equals(b.product())) {
      differ(into, "limits of the broker", limits(a), limits(b));
    }
  }

  private static String limits(BrokerIdentity broker) {
    ResourceLimits limits = broker.limits().orElse(ResourceLimits.NONE);
    return limits.any() ? limits.text() : "none";
  }

  private static void drivers(
      List<String> settings, List<String> warnings, DriverInfo a, DriverInfo b) {
    differ(settings, "driver", a.name(), b.name());
    differ(settings, "driver of the consumers", ofConsumers(a), ofConsumers(b));
    differ(settings, "workers", a.workers(), b.workers());
    differ(warnings, "transport", a.transport(), b.transport());
    differ(warnings, "lanes", a.lanes(), b.lanes());
  }

  private static String ofConsumers(DriverInfo driver) {
    return driver.consumers().map(DriverInfo.Consumers::name).orElse(driver.name());
  }

  /** What is measured: all but names, the seed, and what is expected of it. */
  private static void scenarios(List<String> into, Scenario a, Scenario b) {
    walk(into, "scenario", tree(a), tree(b));
  }

  /** What a search asks for: all but names, and the steps that it adds. */
  private static void criteria(List<String> into, SustainProfile a, SustainProfile b) {
    walk(into, "criterion", limits(a), limits(b));
  }

  private static JsonNode limits(SustainProfile criterion) {
    ObjectNode limits = Json.mapper().valueToTree(criterion);
    limits.remove("name");
    limits.remove("kneePercents");
    return limits;
  }

  /** Each group as a scenario, by its name, and when it starts. */
  private static void groups(List<String> into, List<ClientGroup> a, List<ClientGroup> b) {
    differ(into, "groups", names(a), names(b));
    for (ClientGroup from : a) {
      for (ClientGroup to : b) {
        if (from.name().equals(to.name())) {
          String path = "groups." + from.name();
          walk(into, path, tree(from.scenario()), tree(to.scenario()));
          differ(into, path + ".start", text(from.delay()), text(to.delay()));
        }
      }
    }
  }

  private static String names(List<ClientGroup> groups) {
    return String.join(", ", groups.stream().map(ClientGroup::name).sorted().toList());
  }

  private static String text(Duration delay) {
    return Durations.format(delay);
  }

  private static JsonNode tree(Scenario scenario) {
    ObjectNode tree = Json.mapper().valueToTree(scenario);
    tree.remove("name");
    tree.remove("description");
    tree.remove("thresholds");
    tree.withObject("/workload").remove("seed");
    return tree;
  }

  private static void walk(List<String> into, String path, JsonNode a, JsonNode b) {
    if (a.isObject() && b.isObject()) {
      TreeSet<String> names = new TreeSet<>();
      a.fieldNames().forEachRemaining(names::add);
      b.fieldNames().forEachRemaining(names::add);
      names.forEach(name -> walk(into, path + "." + name, a.path(name), b.path(name)));
    } else {
      differ(into, path, shown(a), shown(b));
    }
  }

  private static String shown(JsonNode value) {
    return value.isMissingNode() ? "none" : value.isValueNode() ? value.asText() : value.toString();
  }

  private static void differ(List<String> into, String what, Object a, Object b) {
    if (!a.equals(b)) {
      into.add("%s %s against %s".formatted(what, a, b));
    }
  }

  private static <T> void both(Optional<T> a, Optional<T> b, BiConsumer<T, T> task) {
    a.ifPresent(first -> b.ifPresent(second -> task.accept(first, second)));
  }
}
