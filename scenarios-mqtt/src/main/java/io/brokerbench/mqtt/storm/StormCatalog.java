package io.brokerbench.mqtt.storm;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.ConstantLoad;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.Security;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code RETAINED}: subscribers come to topics that have retained messages. */
public final class StormCatalog implements ScenarioCatalog {

  private static final int TOPICS = 1_000;
  private static final int SUBSCRIBERS = 10;

  /** At which the topics get their values before the storm. */
  private static final Rate RATE = Rate.perSecond(2_000);

  /** The warm-up ends as soon as the broker has all values. */
  private static final Phases PHASES =
      ScenarioDefaults.PHASES
          .withWarmUp(Duration.ofSeconds(1))
          .withWarmUpLimit(Optional.of(Duration.ofSeconds(60)))
          .withSteady(Duration.ofSeconds(5));

  private static final List<Scenario> SCENARIOS = List.of(retained());

  @Override
  public String title() {
    return "Storms: many clients do one thing, and the broker owes each of them something";
  }

  @Override
  public List<Scenario> scenarios() {
    return SCENARIOS;
  }

  private static Scenario retained() {
    return new Scenario(
        "RETAINED",
        "Subscribers come all at once, and get the retained message of each topic",
        new Topology(TOPICS, SUBSCRIBERS, Distribution.ALL),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE)
            .withRetain(true)
            .withLoad(new ConstantLoad(RATE)),
        ScenarioDefaults.session(false),
        Security.NONE,
        Conditions.NONE.withStorm(Storm.of(StormKind.RETAINED)),
        PHASES);
  }
}
