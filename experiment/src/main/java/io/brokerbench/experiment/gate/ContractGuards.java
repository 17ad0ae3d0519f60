package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.core.statistics.HolmCorrection;
import io.brokerbench.core.statistics.RankShift;
import io.brokerbench.experiment.gate.GuardFinding.Tally;
import io.brokerbench.experiment.metric.ContractRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.FisherExactTest;

/**
 * Decides whether a candidate keeps its contracts as well as the baseline.
 *
 * <p>The run is the unit: messages of one run are lost or repeated together. All runs on one start
 * of a broker are one, as what a start does in its first run, it mostly does in the next. The
 * chance is Fisher's exact test of the runs that broke a contract; where both sides broke it, also
 * that of the ranks of the shares that they broke, and the smaller of both counts twice. Holm's
 * correction over the contracts that some run broke leaves the chance of a false alarm at 5 %, and
 * at 1 % for what a busy machine can cause; a contract that no run broke cannot give one.
 *
 * <p>Which breaches keep a candidate from passing before chance is ruled out depends on their
 * {@link GuardGrade}. See docs/decisions/0024-contract-guards.md.
 *
 * <p>Stateless.
 */
public final class ContractGuards {

  /** Path of the event that a run breaks off. */
  public static final String BROKE_OFF = "run.brokeOff";

  /** Path of the event that the broker does not keep up in a run. */
  public static final String FELL_BEHIND = "run.fellBehind";

  /**
   * Chance of a false alarm by a contract of {@link GuardGrade#PACE}. Equal brokers break some of
   * these in most runs, so that each of their comparisons takes the chance.
   */
  static final double PACE_ALPHA = 0.01;

  private static final Comparator<GuardFinding> GRAVEST_FIRST =
      Comparator.comparing((GuardFinding each) -> each.decision() == Decision.PASS)
          .thenComparing(each -> each.grade() != GuardGrade.LOSS)
          .thenComparing(each -> each.decision() != Decision.REGRESSED)
          .thenComparing(GuardFinding::grade)
          .thenComparing(each -> !each.isNoted());

  private ContractGuards() {}

  /**
   * Judges at one of several looks.
   *
   * @param baseline its runs that say something about the broker; none if its contracts are unknown
   * @param candidate likewise
   * @param part of the error rate that this look may use, from 0 to 1
   * @return a finding for each contract that the candidate's runs guard, the gravest first
   */
  public static List<GuardFinding> judge(
      List<ContractRun> baseline, List<ContractRun> candidate, double part) {
    return judgeStarts(
        baseline.stream().map(List::of).toList(), candidate.stream().map(List::of).toList(), part);
  }

  /**
   * The same where a broker has several runs after each start.
   *
   * @param baseline the runs on each of its starts
   * @param candidate likewise
   */
  public static List<GuardFinding> judgeStarts(
      List<List<ContractRun>> baseline, List<List<ContractRun>> candidate, double part) {
    List<Evaluation> all = new ArrayList<>();
    for (Guarded guarded : guarded(candidate.stream().flatMap(List::stream).toList())) {
      all.add(Evaluation.of(guarded, baseline, candidate));
    }
    List<Evaluation> broken = all.stream().filter(Evaluation::isBroken).toList();
    double[] adjusted =
        HolmCorrection.adjusted(broken.stream().mapToDouble(Evaluation::chance).toArray());
    List<GuardFinding> findings = new ArrayList<>();
    for (Evaluation each : all) {
      int place = broken.indexOf(each);
      double corrected = place < 0 || part <= 0 ? 1 : Math.min(1, adjusted[place] / part);
      findings.add(each.finding(corrected));
    }
    findings.sort(GRAVEST_FIRST);
    return findings;
  }

  /** What the candidate's runs count, and the two events. */
  private static List<Guarded> guarded(List<ContractRun> candidate) {
    if (candidate.isEmpty()) {
      return List.of();
    }
    List<Guarded> all = new ArrayList<>();
    all.add(
        new Guarded(
            BROKE_OFF,
            "runs that broke off",
            GuardGrade.CONTRACT,
            count -> "broke off",
            run -> Optional.of(event(run.brokeOff()))));
    Set<String> groups = new LinkedHashSet<>();
    candidate.stream()
        .flatMap(run -> run.groups().stream())
        .flatMap(List::stream)
        .forEach(each -> groups.add(each.group()));
    if (groups.isEmpty()) {
      all.addAll(kept("", candidate, Optional::of));
    }
    for (String group : groups) {
      all.addAll(kept(group, candidate, run -> run.ofGroup(group)));
    }
    return all;
  }

  /**
   * What the runs count, and whether the broker kept up.
   *
   * @param group of clients that it is of; empty for all
   * @param part of a run that says it
   */
  private static List<Guarded> kept(
      String group,
      List<ContractRun> candidate,
      Function<ContractRun, Optional<ContractRun>> part) {
    List<Guarded> all = new ArrayList<>();
    all.add(
        new Guarded(
            FELL_BEHIND,
            "runs that fell behind",
            GuardGrade.PACE,
            count -> "fell behind",
            run ->
                part.apply(run)
                    .filter(own -> !own.brokeOff())
                    .flatMap(ContractRun::fellBehind)
                    .map(ContractGuards::event)));
    for (Figure figure : FigureCatalogue.guards()) {
      candidate.stream()
          .flatMap(run -> part.apply(run).stream())
          .flatMap(own -> own.count(figure.path()).stream())
          .map(ContractCount::grade)
          .min(Comparator.naturalOrder())
          .ifPresent(
              grade ->
                  all.add(
                      new Guarded(
                          figure.path(),
                          figure.title(),
                          grade,
                          figure.guard().orElseThrow()::text,
                          run ->
                              part.apply(run)
                                  .flatMap(own -> own.count(figure.path()))
                                  .map(c -> new Breach(c.count(), c.of())))));
    }
    return group.isEmpty() ? all : all.stream().map(each -> each.of(group)).toList();
  }

  private static Breach event(boolean happened) {
    return new Breach(happened ? 1 : 0, 1);
  }

  /** How often runs broke a contract, and how often they could have. */
  private record Breach(long count, long of) {

    Breach plus(Breach other) {
      return new Breach(count + other.count, of + other.of);
    }

    boolean happened() {
      return count > 0;
    }

    double share() {
      return (double) count / Math.max(1, of);
    }
  }

  /**
   * A contract and where a run has it; empty in runs that say nothing of it.
   *
   * @param subject the group of clients that it is of, before a reason; empty without groups
   */
  private record Guarded(
      String path,
      String title,
      GuardGrade grade,
      LongFunction<String> deed,
      Function<ContractRun, Optional<Breach>> in,
      String subject) {

    Guarded(
        String path,
        String title,
        GuardGrade grade,
        LongFunction<String> deed,
        Function<ContractRun, Optional<Breach>> in) {
      this(path, title, grade, deed, in, "");
    }

    /** The same of a group of clients. */
    Guarded of(String group) {
      return new Guarded(group + "." + path, group + ": " + title, grade, deed, in, group + ": ");
    }

    /** Whether it happens to a run as a whole. */
    boolean isEvent() {
      return path.endsWith(BROKE_OFF) || path.endsWith(FELL_BEHIND);
    }

    Tally tally(List<List<ContractRun>> starts) {
      List<Breach> said = said(starts);
      return new Tally(
          said.size(),
          (int) said.stream().filter(Breach::happened).count(),
          said.stream().mapToLong(Breach::count).sum(),
          said.stream().mapToLong(Breach::of).sum(),
          starts.stream()
              .flatMap(runs -> runs.stream().filter(this::isBrokenIn).findFirst().stream())
              .map(ContractRun::run)
              .limit(GuardFinding.MOST_NAMED)
              .toList());
    }

    private boolean isBrokenIn(ContractRun run) {
      return in.apply(run).filter(Breach::happened).isPresent();
    }

    double[] shares(List<List<ContractRun>> starts) {
      return said(starts).stream().mapToDouble(Breach::share).toArray();
    }

    /** Of each start whose runs say something of it. */
    private List<Breach> said(List<List<ContractRun>> starts) {
      return starts.stream()
          .flatMap(
              runs ->
                  runs.stream()
                      .flatMap(run -> in.apply(run).stream())
                      .reduce(Breach::plus)
                      .stream())
          .toList();
    }
  }

  /** A contract on both sides, and the chance of it before any correction. */
  private record Evaluation(Guarded guarded, Tally baseline, Tally candidate, double chance) {

    static Evaluation of(
        Guarded guarded, List<List<ContractRun>> baseline, List<List<ContractRun>> candidate) {
      Tally from = guarded.tally(baseline);
      Tally to = guarded.tally(candidate);
      double byRuns = chanceOfRuns(from, to);
      if (from.broken() == 0 || to.broken() == 0) {
        return new Evaluation(guarded, from, to, byRuns);
      }
      double byShares =
          RankShift.unpaired(guarded.shares(baseline), guarded.shares(candidate))
              .chanceOfRanksIfAtMost(0);
      return new Evaluation(guarded, from, to, Math.min(1, 2 * Math.min(byRuns, byShares)));
    }

    /** Of so many broken runs on the candidate's side, if either side breaks them alike. */
    private static double chanceOfRuns(Tally from, Tally to) {
      int broken = from.broken() + to.broken();
      if (to.broken() == 0 || from.runs() == 0 || broken == from.runs() + to.runs()) {
        return 1;
      }
      return FisherExactTest.withDefaults()
          .with(AlternativeHypothesis.GREATER_THAN)
          .test(
              new int[][] {
                {to.broken(), to.runs() - to.broken()}, {from.broken(), from.runs() - from.broken()}
              })
          .getPValue();
    }

    boolean isBroken() {
      return baseline.broken() + candidate.broken() > 0;
    }

    GuardFinding finding(double corrected) {
      return new GuardFinding(
          guarded.path(),
          guarded.title(),
          guarded.grade(),
          decision(corrected),
          reason(),
          candidate.broken() == 0 ? OptionalDouble.empty() : OptionalDouble.of(corrected),
          baseline,
          candidate);
    }

    private Decision decision(double corrected) {
      if (corrected <= (guarded.grade() == GuardGrade.PACE ? PACE_ALPHA : Gate.ALPHA)) {
        return Decision.REGRESSED;
      }
      boolean onlyCandidate = baseline.broken() == 0 && candidate.broken() > 0;
      boolean withheld =
          chance <= Gate.ALPHA
              || switch (guarded.grade()) {
                case LOSS -> candidate.broken() > 0;
                case CONTRACT -> onlyCandidate;
                case PACE -> false;
              };
      return withheld ? Decision.INCONCLUSIVE : Decision.PASS;
    }

    /** {@code the candidate lost 14 messages in 3 of 8 runs, the baseline in none}. */
    private String reason() {
      if (!isBroken()) {
        return "";
      }
      return guarded.subject() + sides();
    }

    private String sides() {
      return candidate.broken() > 0
          ? first("the candidate", candidate) + second("the baseline", baseline)
          : first("the baseline", baseline) + second("the candidate", candidate);
    }

    private String first(String side, Tally tally) {
      return "%s %s in %d of %d runs"
          .formatted(side, guarded.deed().apply(tally.count()), tally.broken(), tally.runs());
    }

    private String second(String side, Tally tally) {
      if (tally.runs() == 0) {
        return ", and nothing is known of " + side;
      }
      if (tally.broken() == 0) {
        return ", " + side + " in none";
      }
      String count = guarded.isEvent() ? "" : NumberText.count(tally.count()) + " ";
      return ", %s %sin %d of %d".formatted(side, count, tally.broken(), tally.runs());
    }
  }
}
