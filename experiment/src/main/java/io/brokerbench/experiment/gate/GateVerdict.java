package io.brokerbench.experiment.gate;

import io.brokerbench.core.figure.GuardGrade;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a comparison says.
 *
 * @param decision REGRESSED if any contract or figure is; else INCONCLUSIVE if any is, or if there
 *     is no figure; else PASS
 * @param reason why, where no figure says it: the broken contracts that decide it first; else empty
 * @param guards each contract that the runs guard, the gravest first; absent where they guard none
 * @param figures each figure that both sides have
 */
public record GateVerdict(
    Decision decision,
    String reason,
    Optional<List<GuardFinding>> guards,
    List<FigureComparison> figures) {

  /** Copies the lists. */
  public GateVerdict {
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(reason, "reason");
    guards = guards.filter(some -> !some.isEmpty()).map(List::copyOf);
    figures = List.copyOf(figures);
  }

  /** The verdict that follows from the figures; those decide that are to. */
  static GateVerdict of(List<FigureComparison> figures) {
    List<Decision> deciding =
        figures.stream()
            .filter(each -> each.figure().decides())
            .map(each -> each.outcome().decision())
            .toList();
    return deciding.isEmpty()
        ? new GateVerdict(Decision.INCONCLUSIVE, "nothing was compared", Optional.empty(), figures)
        : new GateVerdict(gravest(deciding), "", Optional.empty(), figures);
  }

  /** The same where some figures have passed already, at an earlier look. */
  public GateVerdict withPassed(Map<String, Pass> passed) {
    return of(
        figures.stream()
            .map(
                each ->
                    passed.containsKey(each.figure().path())
                        ? each.withOutcome(passed.get(each.figure().path()))
                        : each)
            .toList());
  }

  /** The verdict that follows from the contracts and these figures: contracts lead. */
  public GateVerdict guardedBy(List<GuardFinding> findings) {
    List<GuardFinding> broken = broken(findings);
    Decision byGuards = gravest(broken.stream().map(GuardFinding::decision).toList());
    String why = byGuards == Decision.REGRESSED ? "" : reason;
    return new GateVerdict(
        gravest(List.of(decision, byGuards)), leading(broken, why), Optional.of(findings), figures);
  }

  /** The same where some figures say nothing, and why; the decision stays as it is. */
  public GateVerdict withoutAnswer(Predicate<FigureComparison> of, String why) {
    return new GateVerdict(
        decision,
        reason,
        guards,
        figures.stream()
            .map(
                each ->
                    of.test(each)
                        ? each.withOutcome(
                            new Inconclusive(each.outcome().evidence(), why, OptionalInt.empty()))
                        : each)
            .toList());
  }

  /**
   * The same findings with another decision, and why. A contract that is shown to be broken stays
   * so, however little else was measured, and leads the reason. No figure that decides is REGRESSED
   * where the decision is another.
   */
  public GateVerdict deciding(Decision other, String why) {
    List<GuardFinding> broken = brokenContracts();
    boolean regressed = broken.stream().anyMatch(each -> each.decision() == Decision.REGRESSED);
    GateVerdict decided =
        new GateVerdict(
            regressed ? Decision.REGRESSED : other, leading(broken, why), guards, figures);
    return decided.decision() == Decision.REGRESSED
        ? decided
        : decided.withoutAnswer(
            each -> each.figure().decides() && each.outcome() instanceof Regressed, why);
  }

  /** The contracts that keep the candidate from passing, the gravest first. */
  public List<GuardFinding> brokenContracts() {
    return broken(guards.orElse(List.of()));
  }

  /**
   * Whether the candidate broke a contract that no busy machine excuses. Such a candidate is not
   * passed by a policy that passes what is inconclusive.
   */
  public boolean withholdsPass() {
    return brokenContracts().stream().anyMatch(each -> each.grade() != GuardGrade.PACE);
  }

  private static List<GuardFinding> broken(List<GuardFinding> findings) {
    return findings.stream().filter(each -> each.decision() != Decision.PASS).toList();
  }

  private static String leading(List<GuardFinding> broken, String why) {
    return Stream.concat(broken.stream().map(GuardFinding::reason), Stream.of(why))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static Decision gravest(List<Decision> decisions) {
    return Stream.of(Decision.REGRESSED, Decision.INCONCLUSIVE)
        .filter(decisions::contains)
        .findFirst()
        .orElse(Decision.PASS);
  }
}
