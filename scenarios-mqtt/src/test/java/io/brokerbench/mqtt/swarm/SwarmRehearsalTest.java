package io.brokerbench.mqtt.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Alone, as it looks at all threads. */
@Isolated
class SwarmRehearsalTest {

  private static DriverSettings settings(int port, Protocol protocol) {
    Target target = Target.of(Endpoint.mqtt("127.0.0.1", port));
    return DriverSettings.of(target, protocol, NanoClock.SYSTEM)
        .withKeepAlive(Duration.ofSeconds(60))
        .withLanes(2);
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void itEndsAndLeavesNoThread(Protocol protocol) {
    new SwarmDriverProvider().rehearse(settings(1, protocol));
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(Thread::isAlive)
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("swarm-"));
  }

  @Test
  void theBrokerOfTheRunHearsNothingOfIt() throws IOException {
    try (ServerSocket broker = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      broker.setSoTimeout(50);
      new SwarmDriverProvider().rehearse(settings(broker.getLocalPort(), Protocol.MQTT_3_1_1));
      assertThatThrownBy(broker::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }
}
