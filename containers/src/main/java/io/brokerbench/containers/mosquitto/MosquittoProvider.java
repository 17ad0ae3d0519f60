package io.brokerbench.containers.mosquitto;

import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.containers.process.BrokerStarter;
import io.brokerbench.containers.process.Executables;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import java.util.Set;

/** {@code process:mosquitto}, with {@link MosquittoOptions} after a question mark. */
public final class MosquittoProvider implements BrokerProvider {

  static final String SELECTOR = "process:mosquitto";

  @Override
  public String name() {
    return SELECTOR;
  }

  @Override
  public String description() {
    return "Eclipse Mosquitto as it is installed on this machine, with a configuration of its own";
  }

  @Override
  public String title(String selector) {
    return "Mosquitto";
  }

  @Override
  public boolean accepts(String selector) {
    return SELECTOR.equals(SelectorQuery.stem(selector));
  }

  @Override
  public Set<Capability> capabilities() {
    return MosquittoRecipe.CAPABILITIES;
  }

  /** Checks what the selector asks for. */
  @Override
  public BrokerProvider of(String selector) {
    MosquittoOptions.of(selector);
    return this;
  }

  @Override
  public Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
    return new BrokerStarter()
        .start(
            new MosquittoRecipe(Executables.INSTALLED, MosquittoOptions.of(request.selector())),
            request);
  }
}
