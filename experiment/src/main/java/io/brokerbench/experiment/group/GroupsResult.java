package io.brokerbench.experiment.group;

import io.brokerbench.core.base.DocumentCodec;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.GroupedScenario;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that one run of several groups reports: the document {@code brokerbench.groups/1}.
 *
 * @param schema name and version of this form
 * @param name of the scenario
 * @param description of the scenario, one sentence
 * @param startedAt when the first group began to connect, wall-clock time (ISO 8601, UTC)
 * @param verdict the gravest of the groups' verdicts
 * @param groups the groups in their order, each with a run of its own
 */
public record GroupsResult(
    String schema,
    String name,
    String description,
    Instant startedAt,
    Verdict verdict,
    List<GroupRun> groups) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.groups/1";

  /** Name of the document in a result folder. */
  public static final String DOCUMENT = "groups.json";

  /** Writes and reads the document. */
  public static final DocumentCodec<GroupsResult> CODEC =
      new DocumentCodec<>(GroupsResult.class, SCHEMA);

  /** Copies the list. */
  public GroupsResult {
    groups = List.copyOf(groups);
  }

  /**
   * What came of the groups of a scenario.
   *
   * @param runs one for each group, in their order
   */
  public static GroupsResult of(GroupedScenario scenario, List<RunResult> runs) {
    List<GroupRun> groups = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      groups.add(
          new GroupRun(
              scenario.groups().get(i).name(), scenario.groups().get(i).start(), runs.get(i)));
    }
    List<GroupRun> judged = withOneGenerator(groups);
    return new GroupsResult(
        SCHEMA,
        scenario.name(),
        scenario.description(),
        runs.stream().map(RunResult::startedAt).min(Comparator.naturalOrder()).orElseThrow(),
        verdict(judged),
        judged);
  }

  /**
   * The same processes make the load of all groups: where they were late in one of them, they may
   * have been the cause of what was late in the others, too.
   */
  private static List<GroupRun> withOneGenerator(List<GroupRun> groups) {
    return groups.stream()
        .filter(group -> wasLate(group.run()))
        .findFirst()
        .map(late -> groups.stream().map(group -> notBlamed(group, late.name())).toList())
        .orElse(groups);
  }

  /** Whatever else was wrong with it. */
  private static boolean wasLate(RunResult run) {
    return run.verdict().status() == Status.GENERATOR_LIMITED || !run.generator().healthy();
  }

  private static GroupRun notBlamed(GroupRun group, String late) {
    Verdict own = group.run().verdict();
    if (own.byPace() != Status.BROKER_LIMITED) {
      return group;
    }
    Verdict verdict =
        own.status() == Status.CONTRACT_BROKEN
            ? new Verdict(
                own.status(), own.complete(), own.reasons(), Optional.of(Status.GENERATOR_LIMITED))
            : new Verdict(
                Status.GENERATOR_LIMITED,
                own.complete(),
                Stream.concat(
                        Stream.of(
                            "the generator, which is the same for all groups, was late in " + late),
                        own.reasons().stream())
                    .toList());
    return new GroupRun(group.name(), group.start(), group.run().withVerdict(verdict));
  }

  private static Verdict verdict(List<GroupRun> groups) {
    Status gravest =
        groups.stream()
            .map(group -> group.run().verdict().status())
            .min(Comparator.naturalOrder())
            .orElseThrow();
    boolean complete = groups.stream().allMatch(group -> group.run().verdict().complete());
    List<String> reasons =
        gravest == Status.OK
            ? List.of(NumberText.sentence("all %s groups are OK", groups.size()))
            : groups.stream()
                .filter(group -> group.run().verdict().status() != Status.OK)
                .sorted(Comparator.comparing(group -> group.run().verdict().status()))
                .map(GroupsResult::reason)
                .toList();
    return new Verdict(gravest, complete, reasons);
  }

  private static String reason(GroupRun group) {
    Verdict verdict = group.run().verdict();
    return group.name() + ": " + verdict.reasons().get(0);
  }

  /** The thresholds of all groups, checked, with the name of each group. */
  public List<Map.Entry<String, ThresholdCheck>> thresholds() {
    return groups.stream()
        .flatMap(
            group ->
                ThresholdCheck.of(group.run()).stream()
                    .map(check -> Map.entry(group.name(), check)))
        .toList();
  }

  /**
   * The thresholds that are crossed, with the name of each group; none of a group that says nothing
   * about the broker, whatever the verdict of the others is.
   */
  public List<Map.Entry<String, ThresholdCheck>> crossed() {
    List<String> invalid =
        groups.stream()
            .filter(group -> group.run().verdict().isInvalid())
            .map(GroupRun::name)
            .toList();
    return thresholds().stream()
        .filter(each -> each.getValue().isCrossed() && !invalid.contains(each.getKey()))
        .toList();
  }
}
