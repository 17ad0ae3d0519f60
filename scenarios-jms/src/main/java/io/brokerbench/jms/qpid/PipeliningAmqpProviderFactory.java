package io.brokerbench.jms.qpid;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.jms.provider.ProviderFutureFactory;
import org.apache.qpid.jms.provider.amqp.AmqpProvider;
import org.apache.qpid.jms.provider.amqp.AmqpProviderFactory;
import org.apache.qpid.jms.transports.TransportFactory;
import org.apache.qpid.jms.util.PropertyUtil;

/**
 * Makes an {@link PipeliningAmqpProvider} of an address with options {@code amqp.*} and {@code
 * transport.*}. Found by the library through a file of its own kind in META-INF/services, which
 * sets what its superclass has setters for.
 */
public final class PipeliningAmqpProviderFactory extends AmqpProviderFactory {

  /** For the library. */
  public PipeliningAmqpProviderFactory() {}

  @Override
  public AmqpProvider createProvider(URI remote, ProviderFutureFactory futures) throws Exception {
    Map<String, String> options = PropertyUtil.parseQuery(remote);
    Map<String, String> own = PropertyUtil.filterProperties(options, "amqp.");
    AmqpProvider provider =
        new PipeliningAmqpProvider(
            remote,
            TransportFactory.create(
                getTransportScheme(), PropertyUtil.replaceQuery(remote, options)),
            futures == null ? ProviderFutureFactory.create(new HashMap<>()) : futures,
            ChannelWatch.of(remote));
    Map<String, String> unknown = PropertyUtil.setProperties(provider, own);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("no options of AMQP: " + unknown);
    }
    return provider;
  }

  @Override
  public String getName() {
    return "AMQP, eager";
  }
}
