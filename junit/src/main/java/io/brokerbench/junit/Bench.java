package io.brokerbench.junit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.calibrate.CalibrationStore;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.session.Answer;
import io.brokerbench.experiment.session.Brokers;
import io.brokerbench.experiment.session.ComparisonExperiment;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.session.Experiment;
import io.brokerbench.experiment.session.ExperimentSession;
import io.brokerbench.experiment.session.GroupsExperiment;
import io.brokerbench.experiment.session.LoadGenerators;
import io.brokerbench.experiment.session.Outcome;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.experiment.session.RunExperiment;
import io.brokerbench.experiment.session.RunTarget;
import io.brokerbench.experiment.session.SearchExperiment;
import io.brokerbench.experiment.session.SessionEnvironment;
import io.brokerbench.experiment.session.SessionListener;
import io.brokerbench.experiment.session.SideSource;
import io.brokerbench.experiment.session.StudyExperiment;
import io.brokerbench.experiment.session.StudyExperiment.StudyMeasurement;
import io.brokerbench.experiment.store.ResultFolderException;
import io.brokerbench.experiment.study.Studies;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.report.file.StudyTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * Runs scenarios on the broker of a test, and keeps what comes of them in a folder of the build.
 *
 * <p>A broker that a fault was done to ends with its run, and so do those of {@link #measure}, of
 * comparisons and of studies; others are shared by all tests of the class.
 *
 * <p>Every method waits until all is done, and must be called by one thread at a time. A run in
 * which this machine was too slow says nothing about the broker, so it ends with a {@link
 * TestAbortedException}, after as many attempts as were allowed for; that of {@link #measure} does
 * not. A mistake in a scenario or in an override is a {@link DefinitionException}. What the broker
 * or the machine cannot do is a {@link BenchException}. The message of each is one line for a
 * person.
 */
public final class Bench {

  private final BenchContext place;
  private final ProviderRegistry providers = ProviderRegistry.load();

  Bench(BenchContext place) {
    this.place = place;
  }

  /**
   * The same on another broker, for something to compare with. It is shared as the test's own is,
   * and ends with the class.
   *
   * @param broker as in {@link BrokerBench#broker}
   */
  public Bench on(String broker) {
    return new Bench(place.on(broker));
  }

  /**
   * Runs a scenario.
   *
   * @param scenario name of a built-in one, or path of a YAML or JSON file
   */
  public MeasuredRun run(String scenario) {
    return run(scenario, Overrides.with());
  }

  /** Runs a scenario with some things otherwise. */
  public MeasuredRun run(String scenario, Overrides overrides) {
    return run(Scenarios.load().find(scenario), overrides);
  }

  /** Runs a scenario. */
  public MeasuredRun run(Scenario scenario) {
    return run(scenario, Overrides.with());
  }

  /** Runs a scenario with some things otherwise. */
  public MeasuredRun run(Scenario scenario, Overrides overrides) {
    MeasuredRun run = attempted(scenario, overrides, place.brokers());
    InvalidRuns.abort(run);
    place.results().add(run);
    return run;
  }

  /**
   * Runs a scenario as one repetition of a comparison, which {@link RunsAssert} makes. It has a
   * broker of its own, started for it, where this tool starts brokers: runs on one start share what
   * is particular to that start, and would be no repetitions. A run in which this machine was too
   * slow does not end the test. How many there are is compared, too, so that a broker which takes
   * the generator's CPU does not escape.
   *
   * @param scenario name of a built-in one, or path of a YAML or JSON file
   */
  public MeasuredRun measure(String scenario, Overrides overrides) {
    MeasuredRun run = attempted(Scenarios.load().find(scenario), overrides, Brokers.FRESH);
    place.results().add(run);
    return run;
  }

  private MeasuredRun attempted(Scenario scenario, Overrides overrides, Brokers brokers) {
    MeasuredRun run = once(scenario, overrides, brokers);
    for (int i = 1; i < overrides.attempts() && run.result().verdict().isInvalid(); i++) {
      run = once(scenario, overrides, brokers);
    }
    return run;
  }

  /**
   * Runs a scenario with groups, all at the same time.
   *
   * @param scenario name of a built-in one, or path of a YAML or JSON file
   * @throws DefinitionException if it has no groups
   */
  public MeasuredGroups groups(String scenario) {
    return groups(scenario, Overrides.with());
  }

  /**
   * Runs a scenario with groups, with some things otherwise: in all groups, or by paths that begin
   * with {@code groups.NAME} in one.
   */
  public MeasuredGroups groups(String scenario, Overrides overrides) {
    return groups(
        Scenarios.load()
            .findGrouped(scenario)
            .orElseThrow(
                () ->
                    new DefinitionException("scenario", "one with groups; else run it", scenario)),
        overrides);
  }

  /** Runs a scenario with groups, with some things otherwise. */
  public MeasuredGroups groups(GroupedScenario scenario, Overrides overrides) {
    MeasuredGroups groups = once(scenario, overrides);
    for (int i = 1; i < overrides.attempts() && groups.result().verdict().isInvalid(); i++) {
      groups = once(scenario, overrides);
    }
    InvalidRuns.abort(groups);
    place.results().add(groups);
    return groups;
  }

  /**
   * Searches for the highest rate of a scenario that the broker sustains.
   *
   * @param scenario name of a built-in one, or path of a YAML or JSON file
   */
  public MeasuredSearch search(String scenario, Overrides overrides, SearchGoal goal) {
    return search(Scenarios.load().find(scenario), overrides, goal);
  }

  /** Searches for the highest rate of a scenario that the broker sustains. */
  public MeasuredSearch search(Scenario scenario, Overrides overrides, SearchGoal goal) {
    RunTarget target = target(scenario, overrides, place.selector());
    SearchExperiment experiment =
        new SearchExperiment(
            target, goal.question(target.scenario()), goal.windows(target.scenario()));
    Outcome<SearchResult> outcome = perform(experiment, place.brokers(), overrides);
    MeasuredSearch found =
        new MeasuredSearch(outcome.result(), outcome.folder().orElseThrow().path());
    place.report(found);
    boolean invalid = experiment.answer(found.result()) == Answer.INVALID;
    if (invalid && found.result().sustainablePerSecond().isEmpty()) {
      throw new TestAbortedException(InvalidRuns.text(found));
    }
    place.results().add(found);
    return found;
  }

  /**
   * Compares the broker of this test, as the candidate, with another one: runs of both in turns,
   * each on a fresh broker, until the answer is clear.
   *
   * @param scenario name of a built-in one, or path of a YAML or JSON file
   */
  public MeasuredComparison ab(String scenario, Overrides overrides, AbGoal goal) {
    return compare(comparison(scenario, overrides, goal), overrides);
  }

  /** Compares the broker of this test, as the candidate, with another one. */
  public MeasuredComparison ab(Scenario scenario, Overrides overrides, AbGoal goal) {
    return compare(comparison(scenario, overrides, goal), overrides);
  }

  ComparisonExperiment comparison(String scenario, Overrides overrides, AbGoal goal) {
    ComparisonExperiment asked = comparison(Scenarios.load().find(scenario), overrides, goal);
    boolean loadGiven = overrides.giveLoad() || ScenarioFormat.fileOf(scenario).isPresent();
    return loadGiven ? asked : asked.withUsualLoadShare();
  }

  ComparisonExperiment comparison(Scenario scenario, Overrides overrides, AbGoal goal) {
    RunTarget candidate = target(scenario, overrides, place.selector());
    return new ComparisonExperiment(
        new SideSource.Live(target(scenario, overrides, goal.baseline())),
        candidate,
        goal.plan(candidate.scenario()),
        goal.tolerances(),
        goal.search(candidate.scenario()));
  }

  private MeasuredComparison compare(ComparisonExperiment experiment, Overrides overrides) {
    Outcome<ComparisonExperiment.Comparison> outcome =
        perform(experiment, Brokers.FRESH, overrides);
    if (outcome.result().failure().isPresent()) {
      Exception failure = outcome.result().failure().get();
      throw new BenchException(failure.getMessage(), failure);
    }
    AbResult result = outcome.result().document();
    if (result.end() == AbEnd.BASELINE_FAILED) {
      throw new BenchException(
          "runs of the baseline %s broke off: %s"
              .formatted(experiment.baseline().name(), result.rejected().get(0).reason()),
          null);
    }
    if (result.end() == AbEnd.NOT_MEASURED) {
      throw new BenchException(result.verdict().reason(), null);
    }
    MeasuredComparison compared =
        new MeasuredComparison(result, outcome.folder().orElseThrow().path());
    place.report(compared);
    InvalidRuns.abort(compared);
    return compared;
  }

  /**
   * Measures a study from its beginning, each cell on a fresh broker.
   *
   * @param study name of a built-in one, or path of a YAML or JSON file; where it names no broker,
   *     it is measured on that of this test
   * @param size of a built-in one
   */
  public MeasuredStudy study(String study, StudySize size) {
    return study(Studies.load().find(study, Scenarios.load(), List.of(place.selector()), size));
  }

  /** Measures a study from its beginning, each cell on a fresh broker. */
  public MeasuredStudy study(Study study) {
    StudyExperiment experiment =
        new StudyExperiment(
            study, false, "", "", (scenario, broker) -> target(scenario, Overrides.with(), broker));
    StudyMeasurement measured =
        perform(experiment, Brokers.FRESH, Overrides.with(), folder(study)).result();
    MeasuredStudy result =
        new MeasuredStudy(measured.cells(), measured.document(), measured.folder().path());
    try {
      StudyTables.write(measured.folder(), measured.document());
    } catch (ResultFolderException e) {
      throw new BenchException(e.getMessage(), e);
    }
    place.report(result);
    return switch (experiment.answer(measured)) {
      case YES, NO, INCONCLUSIVE -> result;
      case INVALID -> throw new TestAbortedException(InvalidRuns.text(result));
      case BROKE_OFF -> throw new BenchException(result.firstReason(), null);
    };
  }

  /** One of its own, as a study goes on in its folder where it stopped. */
  private Path folder(Study study) {
    try {
      return Files.createTempDirectory(Files.createDirectories(place.folder()), study.name() + "-");
    } catch (IOException e) {
      throw new BenchException("cannot make a folder in " + place.folder(), e);
    }
  }

  private RunTarget target(Scenario base, Overrides overrides, String selector) {
    return unchanged(overrides.applyTo(base), overrides, selector);
  }

  private RunTarget unchanged(Scenario scenario, Overrides overrides, String selector) {
    return new RunTarget(
        scenario,
        selector,
        providers.broker(selector),
        ResourceLimits.NONE,
        providers.driver(overrides.driver().orElse(place.driver())),
        settings());
  }

  private MeasuredRun once(Scenario scenario, Overrides overrides, Brokers brokers) {
    RunTarget target = target(scenario, overrides, place.selector());
    Outcome<RunResult> outcome = perform(new RunExperiment(target), brokers, overrides);
    MeasuredRun run = new MeasuredRun(outcome.result(), outcome.folder().orElseThrow().path());
    place.report(run);
    return run;
  }

  private MeasuredGroups once(GroupedScenario base, Overrides overrides) {
    GroupedScenario scenario = overrides.applyTo(base);
    RunTarget any = unchanged(scenario.groups().get(0).scenario(), overrides, place.selector());
    Outcome<GroupsResult> outcome =
        perform(GroupsExperiment.on(any, scenario), place.brokers(), overrides);
    MeasuredGroups groups =
        new MeasuredGroups(outcome.result(), outcome.folder().orElseThrow().path());
    place.report(groups);
    return groups;
  }

  private <D> Outcome<D> perform(Experiment<D> experiment, Brokers brokers, Overrides overrides) {
    return perform(experiment, brokers, overrides, place.folder());
  }

  private <D> Outcome<D> perform(
      Experiment<D> experiment, Brokers brokers, Overrides overrides, Path folder) {
    SessionEnvironment environment =
        new SessionEnvironment(
            brokers,
            LoadGenerators.here(
                (scenario, broker, driver, settings, watch) ->
                    new LoadRig(
                        scenario,
                        broker,
                        driver,
                        settings,
                        RunListener.both(overrides.listener(), watch)),
                providers,
                MachineLimits::current),
            BusyMachine::unwatched,
            Clock.system(ZoneId.systemDefault()),
            folder);
    try {
      return new ExperimentSession(environment, SessionListener.NONE, new StopSwitch())
          .perform(experiment, Bench::kept);
    } catch (BrokerException | RunException | EnvironmentException | ResultFolderException e) {
      throw new BenchException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }

  private static <D> Outcome<D> kept(Outcome<D> outcome) throws ResultFolderException {
    if (outcome.problem().isPresent()) {
      throw outcome.problem().get();
    }
    return outcome;
  }

  private static RigSettings settings() {
    return RigSettings.defaults().withCalibration(Calibrated.HERE);
  }

  /**
   * What this machine's generator can do, where {@code brokerbench calibrate} has measured it;
   * looked up once, as it takes a while to find out which machine it is.
   */
  private static final class Calibrated {
    static final Optional<Calibration> HERE = CalibrationStore.ofThisUser().here().calibration();
  }
}
