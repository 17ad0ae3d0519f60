package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.search.SearchPlan;
import io.brokerbench.experiment.search.SearchPlanBuilder;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.StepWindows;
import io.brokerbench.experiment.search.SustainProfile;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** The options of a search alone; null where one is not given. */
@Grouped(HelpGroup.SEARCH)
public final class SearchOptions {

  /** Names of profiles, as they are written. */
  enum Profile {
    report,
    successor
  }

  @Sets("from")
  @Option(
      names = "--from",
      paramLabel = "RATE",
      description = "Rate of the first step (default: a tenth of the scenario's rate).")
  private Double from;

  @Sets("to")
  @Option(
      names = "--to",
      paramLabel = "RATE",
      description = "Highest rate that is tried (default: no limit).")
  private Double to;

  @Sets("within")
  @Option(
      names = "--within",
      paramLabel = "PERCENT",
      defaultValue = "2",
      description = "How close the result gets to the limit (default: ${DEFAULT-VALUE}).")
  private Double within;

  @Sets("confirm")
  @Option(
      names = "--confirm",
      paramLabel = "N",
      defaultValue = "1",
      description = "Full steady windows that confirm the rate found (default: ${DEFAULT-VALUE}).")
  private Integer confirm;

  @Sets("maxSteps")
  @Option(
      names = "--max-steps",
      paramLabel = "N",
      description = "Most steps, confirmations included (default: 20).")
  private Integer maxSteps;

  @Sets("repeats")
  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "How often to repeat steps that other work disturbed, or that may have failed by chance"
              + " (default: ${DEFAULT-VALUE}).")
  private Integer repeats;

  @Sets("probe")
  @Option(
      names = "--probe",
      paramLabel = "DURATION",
      description = "Steady window of a step that only looks for the limit (default: 5s).")
  private Duration probe;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "report",
      description = "The criterion: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Profile profile;

  @Sets("p99Below")
  @Option(
      names = "--p99-below",
      paramLabel = "DURATION",
      description = "Upper limit of the p99 of the end-to-end latency, such as 5ms.")
  private Duration p99Below;

  @Sets("p50Below")
  @Option(
      names = "--p50-below",
      paramLabel = "DURATION",
      description = "Upper limit of the median end-to-end latency.")
  private Duration p50Below;

  @Sets("meanBelow")
  @Option(
      names = "--mean-below",
      paramLabel = "DURATION",
      description = "Upper limit of the mean end-to-end latency.")
  private Duration meanBelow;

  @Sets("cpuBelow")
  @Option(
      names = "--cpu-below",
      paramLabel = "PERCENT",
      description = "Limit of the broker's CPU, in percent of the cores that it can use.")
  private Double cpuBelow;

  @Sets("loss")
  @Option(
      names = "--loss",
      paramLabel = "PERCENT",
      description = "Most deliveries that may be missing (default: 0).")
  private Double loss;

  /**
   * What is searched for.
   *
   * @throws io.brokerbench.core.base.DefinitionException if an option is out of its limits
   */
  public SearchResult.Question question(Scenario scenario) {
    return new SearchResult.Question(criterion(), plan(scenario));
  }

  /**
   * Lets the search begin where it does by itself.
   *
   * @return whether it was to begin elsewhere
   */
  public boolean forgetFrom() {
    boolean had = from != null;
    from = null;
    return had;
  }

  /** How long the parts of each step take. */
  public StepWindows windows(Scenario scenario) {
    return StepWindows.of(scenario, Optional.ofNullable(probe));
  }

  private SearchPlan plan(Scenario scenario) {
    SearchPlan usual =
        SearchPlan.of(
            scenario,
            windows(scenario),
            from == null ? OptionalDouble.empty() : OptionalDouble.of(from),
            to == null ? Rate.MAX_PER_SECOND : to);
    return SearchPlanBuilder.builder(usual)
        .within(within / 100)
        .confirmations(confirm)
        .maxSteps(maxSteps == null ? SearchPlan.usualMaxSteps(confirm) : maxSteps)
        .repeats(repeats)
        .build();
  }

  private SustainProfile criterion() {
    SustainProfile criterion = SustainProfile.of(profile.name()).orElseThrow();
    criterion = p99Below == null ? criterion : criterion.withP99Below(p99Below);
    criterion = p50Below == null ? criterion : criterion.withP50Below(p50Below);
    criterion = meanBelow == null ? criterion : criterion.withMeanBelow(meanBelow);
    criterion = cpuBelow == null ? criterion : criterion.withCpuBelowPercent(cpuBelow);
    return loss == null ? criterion : criterion.withMostLostPercent(loss);
  }
}
