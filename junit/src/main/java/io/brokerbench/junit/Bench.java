package io.brokerbench.junit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.calibrate.CalibrationStore;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.gate.Side;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.store.ResultFolder;
import io.brokerbench.core.store.ResultFolderException;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * Runs scenarios on the broker of a test, and keeps what comes of them in a folder of the build.
 *
 * <p>A broker that a fault was done to ends with its run; others are shared by all tests of the
 * class.
 *
 * <p>Every method waits until all is done, and must be called by one thread at a time. A run in
 * which this machine was too slow says nothing about the broker, so it ends with a {@link
 * TestAbortedException}, after as many attempts as were allowed for. What is wrong in a scenario or
 * in an override is told by a {@link DefinitionException}, and what the broker or the machine can't
 * do by a {@link BenchException}: each has one line for a person.
 */
public final class Bench {

  private final BenchPlace place;

  Bench(BenchPlace place) {
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
    MeasuredRun run = once(scenario, overrides);
    for (int i = 1; i < overrides.attempts() && isInvalid(run.result()); i++) {
      run = once(scenario, overrides);
    }
    InvalidRuns.abort(run);
    place.results().add(run);
    return run;
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
    if (scenario.conditions().fault().isPresent()) {
      throw new DefinitionException(
          "search: not with a fault, under which no rate is sustained; use run");
    }
    Work work = work(scenario, overrides);
    BenchSearch search = new BenchSearch(work, settings(), goal, overrides.listener());
    try {
      MeasuredSearch found = search.run(folder(work, "search-"), Clock.systemUTC());
      place.report(found);
      if (found.result().sustainablePerSecond().isEmpty()
          && found.result().limitedBy().isInvalid()) {
        throw new TestAbortedException(InvalidRuns.text(found));
      }
      place.results().add(found);
      return found;
    } catch (RunException | ResultFolderException e) {
      throw new BenchException(e.getMessage(), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /**
   * Compares the broker of this test, as the candidate, with another one: runs of both in turns,
   * each on a fresh broker, until the answer is clear.
   *
   * @param scenario name of a built-in one, or path of a YAML or JSON file
   */
  public MeasuredComparison ab(String scenario, Overrides overrides, AbGoal goal) {
    return ab(Scenarios.load().find(scenario), overrides, goal);
  }

  /** Compares the broker of this test, as the candidate, with another one. */
  public MeasuredComparison ab(Scenario scenario, Overrides overrides, AbGoal goal) {
    Scenario applied = overrides.applyTo(scenario);
    ClientDriverProvider driver = Providers.driver(overrides.driver().orElse(place.driver()));
    for (String selector : List.of(goal.baseline(), place.selector())) {
      Providers.requireAble(applied, Providers.broker(selector), driver);
    }
    Sides sides = new Sides(applied, goal.baseline(), place.selector(), driver);
    try {
      ResultFolder folder = folder(applied, "ab-" + Providers.broker(place.selector()).name());
      try {
        MeasuredComparison compared =
            new BenchAb(sides, settings(), overrides, folder).run(goal, Clock.systemUTC());
        place.report(compared);
        InvalidRuns.abort(compared);
        return compared;
      } finally {
        folder.removeIfEmpty();
      }
    } catch (ResultFolderException e) {
      throw new BenchException(e.getMessage(), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** What is compared, by selectors, and by what. */
  record Sides(Scenario scenario, String baseline, String candidate, ClientDriverProvider driver) {
    String selector(Side side) {
      return side == Side.BASELINE ? baseline : candidate;
    }
  }

  /** What is to be run, on what, by what. */
  record Work(Scenario scenario, Broker broker, ClientDriverProvider driver) {}

  private Work work(Scenario base, Overrides overrides) {
    Scenario scenario = overrides.applyTo(base);
    ClientDriverProvider driver = Providers.driver(overrides.driver().orElse(place.driver()));
    BrokerProvider provider = Providers.broker(place.selector());
    Providers.requireAble(scenario, provider, driver);
    return new Work(scenario, place.brokers().of(place.selector(), scenario), driver);
  }

  private MeasuredRun once(Scenario scenario, Overrides overrides) {
    Work work = work(scenario, overrides);
    try {
      ResultFolder folder = folder(work, "");
      try {
        RunResult result =
            new LoadRig(
                    work.scenario(), work.broker(), work.driver(), settings(), overrides.listener())
                .run();
        folder.write(result);
        MeasuredRun run = new MeasuredRun(result, folder.path());
        place.report(run);
        return run;
      } finally {
        folder.removeIfEmpty();
      }
    } catch (RunException | ResultFolderException e) {
      throw new BenchException(e.getMessage(), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      if (work.scenario().conditions().fault().isPresent()) {
        // What a fault has left of it is nothing for the next run.
        place.brokers().retire(place.selector(), work.scenario());
      }
    }
  }

  private ResultFolder folder(Work work, String prefix) throws ResultFolderException {
    return folder(work.scenario(), prefix + work.broker().identity().product());
  }

  private ResultFolder folder(Scenario scenario, String broker) throws ResultFolderException {
    return ResultFolder.create(
        place.folder(), Clock.system(ZoneId.systemDefault()), scenario.name(), broker);
  }

  private static RigSettings settings() {
    return RigSettings.defaults().withCalibration(Calibrated.HERE);
  }

  /**
   * What this machine's generator can do, where {@code brokerbench calibrate} has told; looked up
   * once, as it takes a while to find out which machine it is.
   */
  private static final class Calibrated {
    static final Optional<Calibration> HERE =
        CalibrationStore.ofThisUser()
            .read(new EnvironmentProbe().probe(), Runtime.version().feature())
            .calibration();
  }

  private static boolean isInvalid(RunResult result) {
    return result.verdict().isInvalid();
  }

  private static BenchException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new BenchException("interrupted", e);
  }
}
