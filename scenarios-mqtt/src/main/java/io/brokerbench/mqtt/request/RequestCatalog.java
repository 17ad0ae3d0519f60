package io.brokerbench.mqtt.request;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.util.List;

/** {@code REQUEST.MQTT5}: requests with a response topic, and a reply to each. */
public final class RequestCatalog implements ScenarioCatalog {

  private static final String NAME = "REQUEST.MQTT5";
  private static final int REQUESTERS = 100;
  private static final int RESPONDERS = 4;

  /** Each request is two messages. */
  private static final Rate RATE = Rate.perSecond(1_000);

  private static final Scenario SCENARIO =
      new Scenario(
          NAME,
          "QoS 1, requesters await a reply to each request from responders that share one"
              + " subscription",
          Topology.ofRequests(REQUESTERS, RESPONDERS),
          ScenarioDefaults.workload(Qos.AT_LEAST_ONCE).withLoad(new ConstantLoad(RATE)),
          ScenarioDefaults.session(false).withProtocol(Protocol.MQTT_5),
          ScenarioDefaults.PHASES);

  @Override
  public String title() {
    return "Request and reply: responders answer each request";
  }

  @Override
  public List<Scenario> scenarios() {
    return List.of(SCENARIO);
  }
}
