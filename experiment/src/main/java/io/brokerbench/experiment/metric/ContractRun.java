package io.brokerbench.experiment.metric;

import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.search.SearchResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How one run, or one search, kept the broker's contracts.
 *
 * @param run name of the document that holds it
 * @param brokeOff whether it broke off; its counts are unknown then
 * @param fellBehind whether the broker did not keep up with the load; absent where the run does not
 *     say so, as the generator or other work on the machine was the limit
 * @param counts for each contract that the scenario guards
 * @param groups how each group of clients kept them that says something about the broker; absent
 *     where the scenario has no groups, and where it broke off
 */
public record ContractRun(
    String run,
    boolean brokeOff,
    Optional<Boolean> fellBehind,
    List<ContractCount> counts,
    Optional<List<GroupContract>> groups) {

  /** Copies the lists. */
  public ContractRun {
    Objects.requireNonNull(run, "run");
    counts = List.copyOf(counts);
    groups = groups.filter(some -> !some.isEmpty()).map(List::copyOf);
  }

  /** Of a scenario without groups, by a run that says whether the broker kept up. */
  public ContractRun(String run, boolean brokeOff, boolean fellBehind, List<ContractCount> counts) {
    this(run, brokeOff, Optional.of(fellBehind), counts, Optional.empty());
  }

  /**
   * That of a run of groups, which breaks off where one of them does; empty where no group says
   * anything about the broker.
   *
   * @param document name of the document that holds it
   */
  public static Optional<ContractRun> of(GroupsResult result, String document) {
    if (result.verdict().status() == Verdict.Status.FAILED) {
      return Optional.of(new ContractRun(document, true, false, List.of()));
    }
    List<GroupContract> groups = new ArrayList<>();
    for (GroupRun group : result.groups()) {
      of(group.run(), document)
          .map(run -> new GroupContract(group.name(), run.fellBehind, run.counts))
          .ifPresent(groups::add);
    }
    return groups.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ContractRun(document, false, Optional.of(false), List.of(), Optional.of(groups)));
  }

  /** What one group says, as if it were a run; empty where it says nothing about the broker. */
  public Optional<ContractRun> ofGroup(String name) {
    return groups.stream()
        .flatMap(List::stream)
        .filter(group -> group.group().equals(name))
        .findFirst()
        .map(
            group ->
                new ContractRun(run, false, group.fellBehind(), group.counts(), Optional.empty()));
  }

  /**
   * That of a run; empty where it says nothing about the broker: it was stopped, or did nothing but
   * connect while the generator or other work on the machine was the limit. Where that was so in
   * any other run, also in one that broke the contract, its promises about messages count all the
   * same: a broken one is a fact, whatever was slow, so a kept one has to be as well.
   *
   * @param document name of the document that holds it
   */
  public static Optional<ContractRun> of(RunResult run, String document) {
    Verdict verdict = run.verdict();
    if (verdict.status() == Verdict.Status.FAILED) {
      return Optional.of(new ContractRun(document, true, false, List.of()));
    }
    boolean connects = run.scenario().connectsOnly();
    Verdict.Status pace = verdict.byPace();
    if (!verdict.complete() || (pace.isOfOthers() && connects)) {
      return Optional.empty();
    }
    if (pace.isOfOthers()) {
      return Optional.of(ofPromises(document, ContractCount.promises(run)));
    }
    boolean fellBehind = pace == Verdict.Status.BROKER_LIMITED && !connects;
    return Optional.of(new ContractRun(document, false, fellBehind, ContractCount.of(run)));
  }

  /**
   * That of a search, of all its steps together; empty where they say nothing of it. A search is to
   * load the broker with more than it carries, so the steps say nothing of its pace, and each
   * promise about messages holds all the same.
   *
   * @param document name of the document that holds it
   */
  public static Optional<ContractRun> of(SearchResult search, String document) {
    Map<String, ContractCount> sums = new LinkedHashMap<>();
    search.steps().stream()
        .flatMap(step -> step.contract().stream())
        .flatMap(List::stream)
        .forEach(each -> sums.merge(each.figure(), each, ContractCount::plus));
    return sums.isEmpty()
        ? Optional.empty()
        : Optional.of(ofPromises(document, List.copyOf(sums.values())));
  }

  private static ContractRun ofPromises(String document, List<ContractCount> promises) {
    return new ContractRun(document, false, Optional.empty(), promises, Optional.empty());
  }

  /** The count of a guard; empty where it is none in this run. */
  public Optional<ContractCount> count(String figure) {
    return counts.stream().filter(each -> each.figure().equals(figure)).findFirst();
  }
}
