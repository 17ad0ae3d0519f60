package io.brokerbench.mqtt.paho;

import io.brokerbench.mqtt.library.LibraryTls;
import io.brokerbench.mqtt.library.LinkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Makes the one socket of a connection, and keeps it: the library neither binds a local address,
 * nor drops a connection without a goodbye, nor reports what TLS agreed on. For any thread.
 */
final class PahoSockets {

  private final LinkSettings settings;
  private Socket socket;
  private boolean dropped;

  PahoSockets(LinkSettings settings) {
    this.settings = settings;
  }

  /** For the library: one of TLS where the endpoint is secured. */
  SocketFactory factory() {
    if (settings.tls().isPresent() && settings.endpoint().listener().isSecured()) {
      return new Secured(settings.tls().get());
    }
    return new Plain();
  }

  private synchronized Socket prepare(Socket made) throws IOException {
    socket = made;
    if (dropped) {
      made.close();
      throw new IOException("the connection was dropped");
    }
    made.setTcpNoDelay(true);
    if (settings.source().isPresent()) {
      made.bind(new InetSocketAddress(settings.source().get(), 0));
    }
    return made;
  }

  /** The session of TLS, when there is one. */
  synchronized Optional<SSLSession> session() {
    return socket instanceof SSLSocket secured
        ? Optional.of(secured.getSession())
        : Optional.empty();
  }

  /** Closes the socket, now or as soon as it is made. */
  synchronized void drop() throws IOException {
    dropped = true;
    if (socket != null) {
      socket.close();
    }
  }

  private static UnsupportedOperationException connectedLater() {
    return new UnsupportedOperationException("the library connects its sockets itself");
  }

  private final class Plain extends SocketFactory {

    @Override
    public Socket createSocket() throws IOException {
      return prepare(new Socket());
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw connectedLater();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw connectedLater();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw connectedLater();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw connectedLater();
    }
  }

  private final class Secured extends SSLSocketFactory {

    private final LibraryTls tls;
    private final SSLSocketFactory sockets;

    Secured(LibraryTls tls) {
      this.tls = tls;
      this.sockets = tls.context().getSocketFactory();
    }

    @Override
    public Socket createSocket() throws IOException {
      SSLSocket made = (SSLSocket) sockets.createSocket();
      tls.cipherSuites().ifPresent(s -> made.setEnabledCipherSuites(s.toArray(String[]::new)));
      tls.protocols().ifPresent(p -> made.setEnabledProtocols(p.toArray(String[]::new)));
      return prepare(made);
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return sockets.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return sockets.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(Socket plain, String host, int port, boolean autoClose) {
      throw connectedLater();
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw connectedLater();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw connectedLater();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw connectedLater();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw connectedLater();
    }
  }
}
