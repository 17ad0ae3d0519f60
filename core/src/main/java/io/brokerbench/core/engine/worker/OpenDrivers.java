package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The driver of a worker, or the two of them where consumers speak another protocol than
 * publishers. The lanes of both stand in one list, those of the publishers first.
 *
 * @param names of the drivers, the publishers' first
 * @param publishing makes the publishers
 * @param consuming makes the consumers; the same where there is one
 */
record OpenDrivers(DriverSelection names, ClientDriver publishing, ClientDriver consuming)
    implements AutoCloseable {

  /** Opens them, rehearsed where connects are what is measured. */
  static OpenDrivers open(Assignment assignment, DriverSelection drivers, NanoClock clock) {
    Session session = assignment.scenario().session();
    if (drivers.isOne()) {
      Target consuming = assignment.consuming();
      ClientDriver one =
          open(drivers.publishing(), assignment, consuming, session.protocol(), clock);
      return new OpenDrivers(drivers, one, one);
    }
    ClientDriver publishing =
        open(drivers.publishing(), assignment, assignment.publishing(), session.protocol(), clock);
    boolean opened = false;
    try {
      ClientDriver consuming =
          open(
              drivers.consuming(),
              assignment,
              assignment.consuming(),
              session.consumerProtocol(),
              clock);
      opened = true;
      return new OpenDrivers(drivers, publishing, consuming);
    } finally {
      if (!opened) {
        publishing.close();
      }
    }
  }

  private static ClientDriver open(
      ClientDriverProvider provider,
      Assignment assignment,
      Target consuming,
      Protocol protocol,
      NanoClock clock) {
    Scenario scenario = assignment.scenario();
    boolean publishesToo = scenario.session().protocol() == protocol;
    DriverSettings settings =
        new DriverSettings(
            publishesToo ? assignment.publishing() : consuming,
            consuming,
            assignment.access(),
            protocol,
            scenario.session().keepAlive(),
            assignment.lanes(),
            assignment.sources(),
            clock,
            protocol == Protocol.MQTT_5 ? scenario.session().mqtt5OrNone() : Mqtt5Settings.NONE,
            protocol == Protocol.JMS ? consumers(assignment) : Optional.empty(),
            scenario.session().jmsProducers().orElse(JmsProducers.NONE),
            scenario.security().resumes(),
            scenario.sessionsNeeded());
    if (scenario.connectsOnly() || scenario.session().connectRate().isPresent()) {
      provider.rehearse(settings);
    }
    return provider.open(settings);
  }

  /** From the queue of their group, where that stands in for a shared subscription. */
  private static Optional<JmsConsumers> consumers(Assignment assignment) {
    boolean standsIn =
        assignment.topics().groupQueues().isPresent()
            && RequiredCapabilities.sharesDurably(assignment.scenario());
    Optional<JmsConsumers> consumers = assignment.scenario().session().jmsConsumers();
    return standsIn ? consumers.map(JmsConsumers::ofQueue) : consumers;
  }

  List<Lane> lanes() {
    List<Lane> lanes = new ArrayList<>(publishing.lanes());
    if (consuming != publishing) {
      lanes.addAll(consuming.lanes());
    }
    return lanes;
  }

  /** Position among {@link #lanes} of the lane that the n-th publisher is on. */
  int publishingLane(int n) {
    return n % publishing.lanes().size();
  }

  /** Position among {@link #lanes} of the lane that the n-th consumer is on. */
  int consumingLane(int n) {
    int before = consuming == publishing ? 0 : publishing.lanes().size();
    return before + n % consuming.lanes().size();
  }

  DriverInfo info() {
    return new DriverInfo(
        names.publishing().name(),
        publishing.transport(),
        lanes().size(),
        publishing.negotiatedTls().or(consuming::negotiatedTls),
        1,
        consuming == publishing
            ? Optional.empty()
            : Optional.of(
                new DriverInfo.Consumers(names.consuming().name(), consuming.transport())));
  }

  /** Whether a thread works for the clients of either, beside the lanes. */
  boolean hasThread(String name) {
    return publishing.hasThread(name) || consuming.hasThread(name);
  }

  /** How far the connects of either have come. */
  List<EndpointConnects> connects() {
    List<EndpointConnects> connects = new ArrayList<>(publishing.connects());
    if (consuming != publishing) {
      connects.addAll(consuming.connects());
    }
    return connects;
  }

  /** Whether the clients of both may connect again after their connections broke. */
  boolean reconnect() {
    return names.publishing().reconnects() && names.consuming().reconnects();
  }

  @Override
  public void close() {
    try {
      publishing.close();
    } finally {
      consuming.close();
    }
  }
}
