package io.brokerbench.mqtt.tls;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.result.NegotiatedTls;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLSession;

/** TLS with certificates to one endpoint. */
record CertificateConnector(Endpoint endpoint, CertificateContext context) implements TlsConnector {

  @Override
  public ChannelHandler newHandler(ByteBufAllocator allocator) {
    return context.newHandler(allocator, endpoint.host());
  }

  /** Both providers give suites the names of the registry. */
  @Override
  public Agreement agreement(ChannelHandler handler) {
    SSLSession session = session(handler);
    return new Agreement(session.getProtocol(), session.getCipherSuite());
  }

  @Override
  public NegotiatedTls describe(ChannelHandler handler) {
    return NegotiatedTls.of(session(handler), context.provider().title());
  }

  @Override
  public boolean resumed(ChannelHandler handler) {
    return context.resumes() && !context.trust().hasPresentedTo(((SslHandler) handler).engine());
  }

  private static SSLSession session(ChannelHandler handler) {
    return ((SslHandler) handler).engine().getSession();
  }

  @Override
  public String why(Throwable failure, long elapsedNanos) {
    return new CertificateFailures(endpoint, context).why(failure, elapsedNanos);
  }
}
