package io.brokerbench.acceptance;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * Speaks TLS to clients, and hands what they say to a plain listener on this machine: a broker with
 * whatever certificate a test needs.
 */
final class TlsTerminator implements AutoCloseable {

  private final SSLServerSocket listener;
  private final int behind;
  private final Queue<X509Certificate> shown = new ConcurrentLinkedQueue<>();

  /**
   * Listens on a port of its own.
   *
   * @param mutual whether clients have to show a certificate
   * @param behind port of the plain listener
   */
  TlsTerminator(SslContext server, boolean mutual, int behind) throws IOException {
    this.behind = behind;
    listener =
        (SSLServerSocket)
            ((JdkSslContext) server)
                .context()
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    listener.setNeedClientAuth(mutual);
    SocketWork.start("tls-terminator", this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Certificates that clients have shown. */
  Queue<X509Certificate> shown() {
    return shown;
  }

  private void accept() throws IOException {
    while (!listener.isClosed()) {
      SSLSocket client = (SSLSocket) listener.accept();
      SocketWork.start("tls-terminator", () -> serve(client));
    }
  }

  private void serve(SSLSocket client) throws IOException {
    try (client;
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), behind)) {
      client.startHandshake();
      if (listener.getNeedClientAuth()) {
        shown.add((X509Certificate) client.getSession().getPeerCertificates()[0]);
      }
      SocketWork.start(
          "tls-terminator", () -> copy(plain.getInputStream(), client.getOutputStream()));
      copy(client.getInputStream(), plain.getOutputStream());
    }
  }

  private static void copy(InputStream from, OutputStream to) throws IOException {
    byte[] some = new byte[8192];
    for (int read = from.read(some); read >= 0; read = from.read(some)) {
      to.write(some, 0, read);
      to.flush();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
