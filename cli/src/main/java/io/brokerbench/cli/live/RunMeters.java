package io.brokerbench.cli.live;

import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.Companion;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.report.live.LiveMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of runs, in one or more registries, which it closes. */
public final class RunMeters implements AutoCloseable {

  private final CompositeMeterRegistry registry = new CompositeMeterRegistry();
  private final List<MeterRegistry> registries;
  private final Map<Tags, LiveMeters> meters = new ConcurrentHashMap<>();

  /** Meters that go to all of the registries. */
  public RunMeters(List<MeterRegistry> registries) {
    this.registries = List.copyOf(registries);
    registries.forEach(registry::add);
  }

  /** Rigs whose runs the meters show. */
  public RigFactory around(RigFactory rigs) {
    return (scenario, broker, driver, settings, listener) -> {
      boolean ofGroup = settings.companion().filter(Companion::sharesBroker).isPresent();
      Tags tags =
          ofGroup
              ? LiveMeters.tagsOfGroup(scenario, broker.identity(), driver.name())
              : LiveMeters.tags(scenario, broker.identity(), driver.name());
      LiveMeters.LiveRun live =
          meters.computeIfAbsent(tags, key -> new LiveMeters(registry, key)).begin();
      Rig rig = rigs.create(scenario, broker, driver, settings, RunListener.both(live, listener));
      return new Rig() {
        @Override
        public RunResult run() throws RunException, InterruptedException {
          try (live) {
            return rig.run();
          }
        }

        @Override
        public void stop() {
          rig.stop();
        }
      };
    };
  }

  /** Sends what has not been sent. */
  @Override
  public void close() {
    registries.forEach(MeterRegistry::close);
    registry.close();
  }
}
