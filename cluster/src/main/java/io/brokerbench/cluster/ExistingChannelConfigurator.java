package io.brokerbench.cluster;

import java.util.List;
import org.infinispan.remoting.transport.jgroups.AbstractJGroupsChannelConfigurator;
import org.jgroups.JChannel;
import org.jgroups.conf.ProtocolConfiguration;

/**
 * Gives Infinispan a channel that is there already. The one in a transport that its configuration
 * is handed is not used: Infinispan opens one of its own then, which nothing protects.
 */
final class ExistingChannelConfigurator extends AbstractJGroupsChannelConfigurator {

  private final JChannel channel;

  ExistingChannelConfigurator(JChannel channel) {
    this.channel = channel;
  }

  @Override
  public String getName() {
    return "brokerbench";
  }

  @Override
  public JChannel createChannel(String name) {
    return channel;
  }

  @Override
  public String getProtocolStackString() {
    return channel.getProtocolStack().printProtocolSpec(true);
  }

  @Override
  public List<ProtocolConfiguration> getProtocolStack() {
    return List.of();
  }
}
