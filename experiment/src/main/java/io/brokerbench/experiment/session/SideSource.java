package io.brokerbench.experiment.session;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.worker.DriverSelection;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.metric.Comparability;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.MeasurementContextBuilder;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.RunMeasurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Where the figures of a side of a comparison come from. */
public sealed interface SideSource {

  /** The selector of a broker, or the name of what was stored. */
  String name();

  /** A broker that is run. */
  record Live(RunTarget target) implements SideSource {
    @Override
    public String name() {
      return target.selector();
    }
  }

  /** Stored runs, which take part repetition by repetition as if each were run now. */
  record Stored(Repetitions repetitions) implements SideSource {

    /**
     * Checks that they are runs.
     *
     * @throws DefinitionException if not
     */
    public Stored {
      MeasurementContext subject = repetitions.subject();
      if (subject.kind() != MeasurementContext.Kind.RUN) {
        throw new DefinitionException(
            "baseline " + subject.source() + ": holds no runs; compare it as stored results");
      }
    }

    @Override
    public String name() {
      return repetitions.subject().source();
    }

    Optional<BrokerIdentity> identity() {
      return repetitions.subject().broker();
    }

    /** The number of repetitions. */
    public int repetitionCount() {
      return repetitions.subject().repetitions();
    }

    /** The figures of a repetition, from 1. */
    RunMeasurement repetition(int number) {
      Map<Figure, Double> values = new LinkedHashMap<>();
      for (FigureValues figure : repetitions.figures()) {
        values.put(figure.figure(), figure.values().get(number - 1));
      }
      return new RunMeasurement(RunMeasurement.Status.VALID, "", values, name() + "#" + number);
    }

    /** How all its runs kept their contracts, also those whose figures do not count. */
    List<ContractRun> contracts() {
      return repetitions.contracts();
    }

    /**
     * Whether a candidate is going to be measured here under the same conditions.
     *
     * @param agents that are going to load it; empty for workers of this machine
     */
    public Comparability comparability(RunTarget candidate, OptionalInt agents) {
      MeasurementContext subject = repetitions.subject();
      MeasurementContext here =
          MeasurementContextBuilder.builder()
              .kind(MeasurementContext.Kind.RUN)
              .source("here")
              .scenario(Optional.of(candidate.scenario()))
              .broker(subject.broker().map(there -> there.limitedTo(candidate.limits())))
              .environment(Optional.of(new EnvironmentProbe().probe()))
              .leftOut(List.of())
              .build();
      Comparability between = Comparability.of(subject, here);
      List<String> settings = new ArrayList<>();
      subject.driver().ifPresent(driver -> addDrivers(settings, driver, candidate, agents));
      settings.addAll(between.settings());
      return new Comparability(settings, between.machines(), between.warnings());
    }

    /** What a result says of its driver is known only when there is one; the rest is asked for. */
    private static void addDrivers(
        List<String> settings, DriverInfo there, RunTarget candidate, OptionalInt agents) {
      DriverSelection drivers = DriverSelection.of(candidate.scenario(), candidate.driver());
      String consumers = there.consumers().map(DriverInfo.Consumers::name).orElse(there.name());
      addDifference(settings, "driver", there.name(), drivers.publishing().name());
      addDifference(settings, "driver of the consumers", consumers, drivers.consuming().name());
      int workers = agents.orElse(candidate.settings().workers());
      addDifference(settings, "workers", "" + there.workers(), "" + workers);
    }

    private static void addDifference(List<String> settings, String what, String a, String b) {
      if (!a.equals(b)) {
        settings.add("%s %s against %s".formatted(what, a, b));
      }
    }
  }
}
