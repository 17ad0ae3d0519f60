package io.brokerbench.core.driver;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What all clients of one driver share.
 *
 * @param publishing where publishers connect to
 * @param consuming where subscribers connect to
 * @param access what lets them in
 * @param protocol that they speak
 * @param keepAlive longest silence before a ping; zero for none
 * @param lanes number of threads, at least 1; 0 lets the driver choose
 * @param sources local addresses to connect from, in turn; empty lets the system choose
 * @param clock that every reported instant is read from
 * @param mqtt5 what clients ask of the broker where {@code protocol} is MQTT 5; nothing otherwise
 * @param jms how subscribers consume where {@code protocol} is JMS; empty otherwise
 * @param jmsProducers what publishers give their messages where {@code protocol} is JMS; nothing
 *     otherwise
 * @param resumesTls whether connections offer the broker the TLS session of an earlier one; only to
 *     drivers that have {@link DriverFeature#TLS_RESUMPTION}
 * @param sessionsNeeded how long the broker has to keep sessions that persist, once their
 *     connections have ended: a client refuses a broker that says in its CONNACK that it keeps them
 *     for less (MQTT 5, 3.2.2.3.2). Zero for any time
 */
@RecordBuilder
public record DriverSettings(
    Target publishing,
    Target consuming,
    Access access,
    Protocol protocol,
    Duration keepAlive,
    int lanes,
    List<InetAddress> sources,
    NanoClock clock,
    Mqtt5Settings mqtt5,
    Optional<JmsConsumers> jms,
    JmsProducers jmsProducers,
    boolean resumesTls,
    Duration sessionsNeeded)
    implements DriverSettingsBuilder.With {

  /** Checks that all is there. */
  public DriverSettings {
    Objects.requireNonNull(publishing, "publishing");
    Objects.requireNonNull(consuming, "consuming");
    Objects.requireNonNull(access, "access");
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(keepAlive, "keepAlive");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(mqtt5, "mqtt5");
    Objects.requireNonNull(jms, "jms");
    Objects.requireNonNull(jmsProducers, "jmsProducers");
    Objects.requireNonNull(sessionsNeeded, "sessionsNeeded");
    sources = List.copyOf(sources);
  }

  /**
   * How many lanes a driver has: half of the cores where it may choose. The broker under test may
   * need the others, and one busy loop costs less for each message than two that wait.
   */
  public int laneCount() {
    return lanes == 0 ? Math.max(1, Runtime.getRuntime().availableProcessors() / 2) : lanes;
  }

  /** Of clients that connect to one target in one lane, without logins and without pings. */
  public static DriverSettings of(Target target, Protocol protocol, NanoClock clock) {
    return new DriverSettings(
        target,
        target,
        Access.OPEN,
        protocol,
        Duration.ZERO,
        1,
        List.of(),
        clock,
        Mqtt5Settings.NONE,
        Optional.empty(),
        JmsProducers.NONE,
        false,
        Duration.ZERO);
  }
}
