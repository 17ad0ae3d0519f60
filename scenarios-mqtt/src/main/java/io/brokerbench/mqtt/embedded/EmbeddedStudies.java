package io.brokerbench.mqtt.embedded;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.experiment.study.RepetitionTests;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyCatalog;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyVariant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The eight studies of a broker in an embedded gateway: {@code EMBEDDED.LOAD} and so on. */
public final class EmbeddedStudies implements StudyCatalog {

  /**
   * A study that is not made yet.
   *
   * @param description one sentence
   * @param axis along which its variants lie
   * @param variants its rows, of a size
   */
  private record Plan(
      String description,
      Optional<Study.VariantAxis> axis,
      Function<StudySize, List<StudyVariant>> variants) {}

  /** One more than a test needs, so that a cell that does not count leaves enough of them. */
  static final int REPETITIONS = RepetitionTests.LEAST_REPETITIONS + 1;

  private static final Map<String, Plan> PLANS = plans();

  private static Map<String, Plan> plans() {
    Map<String, Plan> plans = new LinkedHashMap<>();
    plans.put(
        "EMBEDDED.LOAD",
        new Plan(
            "Many small messages or few large ones: latency and CPU against bytes per second",
            Optional.of(new Study.VariantAxis("load", "KB/s")),
            LoadVariants::load));
    plans.put("EMBEDDED.QOS", plan("The price of QoS 0, 1 and 2", LoadVariants::qos));
    plans.put(
        "EMBEDDED.STORED",
        plan("Does a full queue of an absent subscriber slow a broker", StoreVariants::stored));
    plans.put(
        "EMBEDDED.VANISHED",
        plan(
            "Does memory grow after the messages stop, when a subscriber vanished without a word",
            StoreVariants::vanished));
    plans.put(
        "EMBEDDED.BRIDGE",
        plan("The price of a bridge between two brokers", BridgeVariants::bridge));
    plans.put(
        "EMBEDDED.TOPICS", plan("The price of a bridge's list of topics", BridgeVariants::topics));
    plans.put(
        "EMBEDDED.HEAP",
        plan("A broker's memory for each client and each subscription", StoreVariants::heap));
    plans.put(
        "EMBEDDED.SUBSCRIBERS",
        new Plan(
            "CPU, and latency on another topic, against the number of subscribers of one topic",
            Optional.of(new Study.VariantAxis("subscribers", "")),
            LoadVariants::subscribers));
    return plans;
  }

  private static Plan plan(String description, Function<StudySize, List<StudyVariant>> variants) {
    return new Plan(description, Optional.empty(), variants);
  }

  @Override
  public List<Item> items() {
    return PLANS.entrySet().stream()
        .map(entry -> new Item(entry.getKey(), entry.getValue().description()))
        .toList();
  }

  @Override
  public Optional<Study> find(String name, StudySize size) {
    return Optional.ofNullable(PLANS.get(name)).map(plan -> study(name, plan, size));
  }

  private static Study study(String name, Plan plan, StudySize size) {
    List<StudyVariant> rows = rows(name, plan, size);
    return new Study(
        name,
        plan.description(),
        new ThesisFindings(),
        isSampled(rows) && !size.small() ? REPETITIONS : 1,
        plan.axis(),
        List.of(),
        rows);
  }

  /**
   * The phases of one repetition. The samples are those of the thesis, spread over the repetitions.
   *
   * @param samples of a row, in all repetitions together
   */
  static Phases phases(StudySize size, int samples) {
    return size.phases(samples / REPETITIONS);
  }

  private static boolean isSampled(List<StudyVariant> rows) {
    return rows.stream().anyMatch(row -> row.plan().probe().isPresent());
  }

  private static List<StudyVariant> rows(String name, Plan plan, StudySize size) {
    List<StudyVariant> rows = plan.variants().apply(size);
    if (size.samples().isPresent() && !isSampled(rows)) {
      throw new DefinitionException(
          "samples",
          "not in " + name + ", which has no sample a second",
          size.samples().getAsInt());
    }
    return rows;
  }
}
