package io.brokerbench.core.engine.stage;

import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.FaultKind;
import java.util.List;
import java.util.OptionalLong;

/** A node that writes down what is done to it. */
final class RecordingNode implements BrokerNode {

  boolean isActive = true;
  boolean isStandby;
  private final String name;
  private final List<String> done;

  RecordingNode(String name, List<String> done) {
    this.name = name;
    this.done = done;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean isStandby() {
    return isStandby;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.mqtt("127.0.0.1", 1));
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public boolean isActive() {
    return isActive;
  }

  @Override
  public void inject(FaultKind fault) {
    done.add(fault + " " + name);
  }

  @Override
  public void heal() {
    done.add("heal " + name);
  }
}
