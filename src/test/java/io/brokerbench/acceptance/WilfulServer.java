package io.brokerbench.acceptance;

import io.brokerbench.core.security.CipherSuite;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Answers each TLS handshake with a ServerHello that chooses a cipher suite, offered or not. No
 * library's server would do that.
 */
final class WilfulServer implements AutoCloseable {

  private static final int TLS_1_2 = 0x0303;
  private static final int HANDSHAKE = 22;
  private static final int SERVER_HELLO = 2;
  private static final int ECDHE_RSA_AES256_GCM_CODE = 0xC030;

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

  WilfulServer(CipherSuite chosen) throws IOException {
    if (chosen != CipherSuite.ECDHE_RSA_AES256_GCM) {
      throw new IllegalArgumentException("no code is known for " + chosen);
    }
    Thread thread = new Thread(this::serve, "wilful-server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return socket.getLocalPort();
  }

  private void serve() {
    while (!socket.isClosed()) {
      serveOne();
    }
  }

  private void serveOne() {
    try (Socket client = socket.accept()) {
      if (client.getInputStream().read() >= 0) { // a probe says nothing
        client.getOutputStream().write(serverHello());
        client.getInputStream().readAllBytes();
      }
    } catch (IOException e) {
      // the client or this server has gone
    }
  }

  /** RFC 5246, sections 6.2.1 and 7.4.1.3, without a session and without extensions. */
  private static byte[] serverHello() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream hello = new DataOutputStream(body);
    hello.writeShort(TLS_1_2);
    hello.write(new byte[32]);
    hello.write(0);
    hello.writeShort(ECDHE_RSA_AES256_GCM_CODE);
    hello.write(0);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream record = new DataOutputStream(bytes);
    record.write(HANDSHAKE);
    record.writeShort(TLS_1_2);
    record.writeShort(body.size() + 4);
    record.writeInt(SERVER_HELLO << 24 | body.size());
    body.writeTo(record);
    return bytes.toByteArray();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
