package io.brokerbench.core.figure;

import static io.brokerbench.core.figure.FigureGroup.orNaN;
import static io.brokerbench.core.figure.Unit.COUNT;
import static io.brokerbench.core.figure.Unit.NANOS;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormOutcome;
import java.util.List;
import java.util.Optional;

/** The figures of a storm: what was owed in it, and what came. Losses are guarded as messages. */
final class StormFigures {

  private static final Guard UNEXPECTED =
      Guard.ofMessages(
          "storm.owed",
          "delivered # that it did not owe",
          "message",
          scenario ->
              Optional.of(
                  isOfValues(scenario) && DeliveryContract.of(scenario).mayLose()
                      ? GuardGrade.PACE
                      : GuardGrade.CONTRACT));

  private StormFigures() {}

  private static boolean isOfValues(Scenario scenario) {
    return scenario.stormOfMessages().filter(s -> !s.kind().isOfWills()).isPresent();
  }

  static List<Figure> all() {
    FigureGroup<StormOutcome> of = new FigureGroup<>("storm", RunResult::storm);
    return List.of(
        of.plain("acts", "clients in the storm", COUNT, StormOutcome::acts),
        of.plain("owed", "owed", COUNT, StormOutcome::owed),
        of.higher("came", "came", COUNT, StormOutcome::came),
        of.lower("missing", "missing", COUNT, StormOutcome::missing),
        of.lower("unexpected", "not owed", COUNT, StormOutcome::unexpected).guarding(UNEXPECTED),
        of.higher("complete", "clients with all of it", COUNT, StormOutcome::complete),
        of.lower("all", "until all had it", NANOS, s -> orNaN(s.allNanos())).withTolerance(0.25));
  }
}
