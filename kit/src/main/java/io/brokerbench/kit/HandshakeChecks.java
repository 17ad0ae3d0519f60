package io.brokerbench.kit;

import static io.brokerbench.kit.BrokenClaimException.require;

import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Checks of protocols whose clients the kit does not have: a listener answers the first packet of a
 * client as the protocol says. What clients do with it afterwards, a {@link KitLibrary} shows.
 *
 * @param kit what they are made on
 */
record HandshakeChecks(KitBroker kit) {

  private static final int TIMEOUT_MILLIS = 10_000;

  private static final byte[] MAGIC = "ActiveMQ".getBytes(StandardCharsets.US_ASCII);
  private static final byte WIRE_FORMAT_INFO = 1;
  private static final int VERSION = 12;

  private static final byte[] PREAMBLE = "ARTEMIS".getBytes(StandardCharsets.US_ASCII);
  private static final byte PING = 10;
  private static final long LIVE_MILLIS = 60_000;

  /** Of all that is claimed. */
  List<ClaimCheck> all() {
    return List.of(
        new ClaimCheck(
            Capability.OPENWIRE, "a listener agrees on the format of OpenWire", this::openWire),
        new ClaimCheck(
            Capability.CORE, "a listener answers a ping of the Core protocol", this::core));
  }

  /** Size, type, magic, version, no options; the answer is of the same form. */
  private void openWire() throws IOException {
    int size = 1 + MAGIC.length + Integer.BYTES + 1;
    ByteBuffer hello = ByteBuffer.allocate(Integer.BYTES + size);
    hello.putInt(size).put(WIRE_FORMAT_INFO).put(MAGIC).putInt(VERSION).put((byte) 0);
    try (Socket socket = connect(Listener.OPENWIRE)) {
      socket.getOutputStream().write(hello.array());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.readInt();
      require(in.readByte() == WIRE_FORMAT_INFO, "the answer is not about the format");
      require(
          ByteBuffer.wrap(in.readNBytes(MAGIC.length)).equals(ByteBuffer.wrap(MAGIC)),
          "the answer is not of OpenWire");
    }
  }

  /** Size, type, channel 0, for how long the client is taken for alive; the answer is a ping. */
  private void core() throws IOException {
    int size = 1 + Long.BYTES + Long.BYTES;
    ByteBuffer hello = ByteBuffer.allocate(PREAMBLE.length + Integer.BYTES + size);
    hello.put(PREAMBLE).putInt(size).put(PING).putLong(0).putLong(LIVE_MILLIS);
    try (Socket socket = connect(Listener.CORE)) {
      socket.getOutputStream().write(hello.array());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.readInt();
      require(in.readByte() == PING, "the answer is no ping");
      require(in.readLong() == 0, "the answer is not of channel 0");
    }
  }

  private Socket connect(Listener listener) throws IOException {
    Endpoint endpoint = KitBroker.endpoint(kit.broker(), listener);
    Socket socket = new Socket();
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), TIMEOUT_MILLIS);
    return socket;
  }
}
