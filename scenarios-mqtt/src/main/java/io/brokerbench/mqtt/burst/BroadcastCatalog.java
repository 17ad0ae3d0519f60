package io.brokerbench.mqtt.burst;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.time.Duration;
import java.util.List;

/** {@code BROADCAST}: one message per interval to all subscribers. */
public final class BroadcastCatalog implements ScenarioCatalog {

  private static final String NAME = "BROADCAST";
  private static final int CONSUMERS = 1_000;
  private static final Rate RATE = Rate.perSecond(1);

  /** A few bursts are enough to have the code of a broker that is a JVM compiled. */
  private static final Phases PHASES =
      ScenarioDefaults.phases(Duration.ofSeconds(5), Duration.ofSeconds(10));

  private static final Scenario SCENARIO =
      new Scenario(
          NAME,
          "One publisher sends a message to all subscribers once per interval",
          new Topology(1, CONSUMERS, Distribution.ALL),
          ScenarioDefaults.workload(Qos.AT_MOST_ONCE).withLoad(new ConstantLoad(RATE)),
          ScenarioDefaults.session(false),
          PHASES);

  @Override
  public String title() {
    return "Broadcast: one message to all subscribers at once";
  }

  @Override
  public List<Scenario> scenarios() {
    return List.of(SCENARIO);
  }
}
