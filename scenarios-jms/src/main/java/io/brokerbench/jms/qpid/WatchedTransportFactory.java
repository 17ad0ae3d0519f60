package io.brokerbench.jms.qpid;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import java.net.URI;
import org.apache.qpid.jms.transports.TransportFactory;
import org.apache.qpid.jms.transports.TransportOptions;
import org.apache.qpid.jms.transports.netty.NettyTcpTransport;

/**
 * The library's own transport, which passes its channel to the {@link ChannelWatch} that the path
 * of the address names. Made by the library, by the names {@code watched} and {@code watcheds}.
 */
public class WatchedTransportFactory extends TransportFactory {

  /** For the library. */
  public WatchedTransportFactory() {}

  @Override
  protected NettyTcpTransport doCreateTransport(URI remote, TransportOptions options) {
    return new Watched(remote, options, isSecure(), ChannelWatch.of(remote));
  }

  @Override
  public String getName() {
    return "watched TCP";
  }

  /** The same over TLS. */
  public static final class Secured extends WatchedTransportFactory {

    /** For the library. */
    public Secured() {}

    @Override
    public boolean isSecure() {
      return true;
    }
  }

  private static final class Watched extends NettyTcpTransport {

    private final ChannelWatch watch;

    Watched(URI remote, TransportOptions options, boolean secure, ChannelWatch watch) {
      super(remote, options, secure);
      this.watch = watch;
    }

    @Override
    protected void addAdditionalHandlers(ChannelPipeline pipeline) {
      watch.onMade(pipeline.channel());
      pipeline.addFirst(
          new ChannelInboundHandlerAdapter() {
            @Override
            public void channelActive(ChannelHandlerContext context) throws Exception {
              watch.onTcp(context.channel());
              super.channelActive(context);
            }
          });
    }

    @Override
    protected void handleConnected(Channel connected) throws Exception {
      watch.onReady(connected);
      super.handleConnected(connected);
    }
  }
}
