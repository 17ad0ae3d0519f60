package io.brokerbench.core.figure;

import static io.brokerbench.core.figure.FigureGroup.orNaN;
import static io.brokerbench.core.figure.Unit.COUNT;
import static io.brokerbench.core.figure.Unit.NANOS;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.core.storm.StormOutcome.Others;
import java.util.List;
import java.util.function.Predicate;

/** The figures of a storm: what was owed in it, and what came. Losses are guarded as messages. */
final class StormFigures {

  private static final Guard UNEXPECTED =
      Guard.ofMessages(
          "storm.owed",
          "had # of what it did not owe",
          "case",
          scenario ->
              scenario
                  .conditions()
                  .storm()
                  .filter(storm -> storm.slowConsumers().isEmpty())
                  .map(storm -> ofUnexpected(storm.kind(), DeliveryContract.of(scenario))));

  /** Where messages are owed, those that are lost have a guard of their own. */
  private static final Guard MISSING =
      Guard.ofMessages(
          "storm.owed",
          "left # without what it owed",
          "client",
          scenario ->
              scenario
                  .conditions()
                  .storm()
                  .filter(storm -> !storm.kind().isOfMessages())
                  .filter(storm -> storm.slowConsumers().isEmpty())
                  .map(storm -> GuardGrade.PACE));

  /** What may not be lost has a guard of its own. */
  private static final Guard OTHERS =
      Guard.ofMessages(
          "storm.others.owed",
          "left consumers that were not slow without #",
          "delivery",
          scenario ->
              scenario
                  .slowConsumers()
                  .filter(slow -> DeliveryContract.of(scenario).mayLose())
                  .map(slow -> GuardGrade.PACE));

  private StormFigures() {}

  /** Of storms of a kind: what is shown to be gone of what it owed. */
  private static Figure lost(String name, String title, String deed, Predicate<StormKind> kind) {
    FigureGroup<RunResult> runs =
        new FigureGroup<>(
            "storm", run -> run.storm().filter(storm -> kind.test(storm.kind())).map(s -> run));
    return runs.lower(name, title, COUNT, run -> run.messages().lost())
        .guarding(
            Guard.ofMessages(
                "storm.owed",
                deed,
                "delivery",
                scenario ->
                    scenario
                        .stormOfMessages()
                        .filter(storm -> kind.test(storm.kind()))
                        .filter(storm -> !DeliveryContract.of(scenario).mayLose())
                        .map(storm -> GuardGrade.LOSS)));
  }

  private static GuardGrade ofUnexpected(StormKind kind, DeliveryContract contract) {
    boolean broken = kind.isOfWills() || (kind == StormKind.RETAINED && !contract.mayLose());
    return broken ? GuardGrade.CONTRACT : GuardGrade.PACE;
  }

  static List<Figure> all() {
    FigureGroup<StormOutcome> of = new FigureGroup<>("storm", RunResult::storm);
    FigureGroup<StormOutcome.Others> others =
        new FigureGroup<>("storm.others", run -> run.storm().flatMap(StormOutcome::others));
    return List.of(
        of.plain("acts", "clients in the storm", COUNT, StormOutcome::acts),
        of.plain("owed", "owed", COUNT, StormOutcome::owed),
        of.higher("came", "came", COUNT, StormOutcome::came),
        of.lower("missing", "missing", COUNT, StormOutcome::missing).guarding(MISSING),
        lost("lostWills", "wills lost", "withheld # of wills", StormKind::isOfWills),
        lost(
            "lostRetained",
            "retained messages lost",
            "withheld # of retained messages",
            kind -> kind == StormKind.RETAINED),
        of.lower("unexpected", "not owed", COUNT, StormOutcome::unexpected).guarding(UNEXPECTED),
        of.higher("complete", "clients with all of it", COUNT, StormOutcome::complete),
        of.lower("all", "until all had it", NANOS, s -> orNaN(s.allNanos())).withTolerance(0.25),
        others.plain("owed", "owed to the others", COUNT, Others::owed),
        others.higher("came", "came to the others", COUNT, Others::came),
        others.lower("missing", "missing at the others", COUNT, Others::missing).guarding(OTHERS),
        others.lower("ended", "others' connections ended", COUNT, Others::ended),
        others.plain("held", "most held for slow ones", COUNT, Others::held));
  }
}
