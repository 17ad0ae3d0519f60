package io.brokerbench.containers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.containers.Installed;
import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a cut drops, and what it leaves alone. */
class NftCutIT {

  private static final String BROKER = "127.0.77.1";
  private static final String OTHER = "127.0.77.2";

  /** The kernel sends a packet that was dropped again after 1 s; an answer here is immediate. */
  private static final int ANSWERS_WITHIN_MILLIS = 10_000;

  private static final int SILENT_FOR_MILLIS = 300;

  @Test
  void aServiceOnTheSamePortOfAnotherAddressIsUntouched() throws Exception {
    RequiredProgram.NFT.orSkip();
    assumeTrue(Installed.canFilterPackets(), "nft takes rights that are missing here");
    try (ServerSocket broker = listen(BROKER, 0);
        ServerSocket other = listen(OTHER, broker.getLocalPort());
        Socket ofBroker = connect(broker);
        Socket acceptedByBroker = broker.accept();
        Socket ofOther = connect(other);
        Socket acceptedByOther = other.accept()) {
      try (NftTable cut =
          NftTable.make("a cut", ProcessNode.chain(BROKER, Set.of(broker.getLocalPort())))) {
        assertThat(cut.name()).isNotEmpty();
        assertPasses(ofOther, acceptedByOther);
        assertPasses(acceptedByOther, ofOther);
        try (Socket another = connect(other);
            Socket accepted = other.accept()) {
          assertPasses(another, accepted);
        }
        assertIsSilent(ofBroker, acceptedByBroker);
        assertThatThrownBy(() -> connectWithin(broker, SILENT_FOR_MILLIS))
            .isInstanceOf(SocketTimeoutException.class);
      }
      acceptedByBroker.setSoTimeout(ANSWERS_WITHIN_MILLIS);
      assertThat(acceptedByBroker.getInputStream().read()).as("sent during the cut").isEqualTo(1);
    }
  }

  private static ServerSocket listen(String host, int port) throws IOException {
    return new ServerSocket(port, 10, InetAddress.getByName(host));
  }

  private static Socket connect(ServerSocket server) throws IOException {
    return connectWithin(server, ANSWERS_WITHIN_MILLIS);
  }

  private static Socket connectWithin(ServerSocket server, int millis) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), millis);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return socket;
  }

  private static void assertPasses(Socket from, Socket to) throws IOException {
    from.getOutputStream().write(1);
    to.setSoTimeout(ANSWERS_WITHIN_MILLIS);
    assertThat(to.getInputStream().read()).isEqualTo(1);
  }

  private static void assertIsSilent(Socket from, Socket to) throws IOException {
    from.getOutputStream().write(1);
    to.setSoTimeout(SILENT_FOR_MILLIS);
    assertThatThrownBy(() -> to.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
  }
}
