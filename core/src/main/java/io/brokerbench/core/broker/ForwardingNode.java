package io.brokerbench.core.broker;

import io.brokerbench.core.scenario.FaultKind;
import java.util.List;
import java.util.OptionalLong;

/** Passes every call on to another node; a decorator overrides what differs. */
public abstract class ForwardingNode implements BrokerNode {

  private final BrokerNode behind;

  protected ForwardingNode(BrokerNode behind) {
    this.behind = behind;
  }

  @Override
  public String name() {
    return behind.name();
  }

  @Override
  public List<Endpoint> endpoints() {
    return behind.endpoints();
  }

  @Override
  public OptionalLong pid() {
    return behind.pid();
  }

  @Override
  public List<NodeProcess> processes() {
    return behind.processes();
  }

  @Override
  public boolean isStandby() {
    return behind.isStandby();
  }

  @Override
  public boolean hasLinks() {
    return behind.hasLinks();
  }

  @Override
  public Impairment loseOnLinks(double fraction) throws BrokerException {
    return behind.loseOnLinks(fraction);
  }

  @Override
  public boolean isActive() {
    return behind.isActive();
  }

  @Override
  public void inject(FaultKind fault) throws BrokerException {
    behind.inject(fault);
  }

  @Override
  public void heal() throws BrokerException {
    behind.heal();
  }

  @Override
  public String toString() {
    return behind.toString();
  }
}
