package io.brokerbench.junit;

import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.driver.SlowDriver;
import java.time.Duration;

/** Found by its name, {@code test:slow}: a generator that is always the limit. */
public final class SlowSwarm extends SlowDriver {

  /** For the service loader. */
  public SlowSwarm() {
    super(new SwarmDriverProvider(), "test:slow", Duration.ofMillis(20));
  }
}
