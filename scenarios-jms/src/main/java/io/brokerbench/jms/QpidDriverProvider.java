package io.brokerbench.jms;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import java.util.EnumSet;
import java.util.Set;

/** Opens {@code qpid} drivers. */
public final class QpidDriverProvider implements ClientDriverProvider {

  static final String NAME = "qpid";

  /** Of event loops, which the library shares between connections. */
  private static final long DESCRIPTORS_OF_THE_DRIVER = 32;

  /** For the service loader. */
  public QpidDriverProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  /** Also as one of the clients of {@link AnyJmsDriverProvider}. */
  @Override
  public boolean accepts(String selector) {
    return selector.equals(NAME) || selector.equals(AnyJmsDriverProvider.PREFIX + NAME);
  }

  @Override
  public String description() {
    return "JMS (Jakarta Messaging 3.1 over AMQP 1.0) with the Qpid JMS client, a thread per"
        + " session";
  }

  @Override
  public Set<Protocol> protocols() {
    return EnumSet.of(Protocol.JMS);
  }

  @Override
  public Set<CipherSuite> cipherSuites() {
    return CipherSuite.OF_CERTIFICATES;
  }

  @Override
  public Set<DriverFeature> features() {
    EnumSet<DriverFeature> all = EnumSet.copyOf(JmsDriver.FEATURES);
    all.add(DriverFeature.SOURCE_ADDRESSES);
    all.add(DriverFeature.JMS_PREFETCH);
    all.add(DriverFeature.JMS_PREFETCH_OVER_TLS);
    all.add(DriverFeature.DELIVERY_DELAY);
    return all;
  }

  @Override
  public long fileDescriptorsFor(long connections) {
    return connections + DESCRIPTORS_OF_THE_DRIVER;
  }

  /** Consumers by the library's own failover where there is a pair; all others by reconnecting. */
  @Override
  public boolean reconnects() {
    return true;
  }

  @Override
  public ClientDriver open(DriverSettings settings) {
    return new JmsDriver(
        settings, new QpidLibrary(settings, JmsDriver.consumers(settings), settings.laneCount()));
  }
}
