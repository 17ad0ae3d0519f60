package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.mosquitto.MosquittoProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.testkit.RequiredProgram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the result says of TLS, against the packets of the same run as tshark reads them. */
@Tag("release")
class SecuredWireIT {

  private static final int PUBLISHERS = 20;

  @TempDir Path folder;

  @Test
  void theNegotiatedCipherIsOnTheWireAndTopicsAreNot() throws Exception {
    isOnTheWireAndTopicsAreNot(CipherSuite.ECDHE_RSA_AES256_GCM, "0xc030", 2048);
  }

  @ParameterizedTest
  @CsvSource({
    "RSA_AES256_GCM, 0x009d, 2048",
    "PSK_AES256_CBC, 0x008d, 0",
    "TLS13_AES256_GCM, 0x1302, 2048"
  })
  void soItIsForTheOthers(CipherSuite cipher, String code, int keyBits) throws Exception {
    isOnTheWireAndTopicsAreNot(cipher, code, keyBits);
  }

  @SuppressWarnings("try") // it captures until it is closed
  private void isOnTheWireAndTopicsAreNot(CipherSuite cipher, String code, int keyBits)
      throws Exception {
    Mosquitto.assumeInstalled();
    RequiredProgram.TSHARK.orSkip();
    Tcpdump.assumeItMayCapture(folder);
    Security security = Security.ofPublishers(cipher);
    BrokerRequest request = BrokerRequest.of("process:mosquitto").withSecurity(security);
    try (Broker broker = new MosquittoProvider().start(request)) {
      Listener listener = cipher.isPsk() ? Listener.MQTT_PSK : Listener.MQTTS;
      Wire secured = new Wire(broker.endpoint(listener).orElseThrow().port(), "secured");
      Wire plain = new Wire(broker.endpoint(Listener.MQTT).orElseThrow().port(), "plain");
      RunResult result;
      try (Tcpdump first = Tcpdump.of(secured.port(), secured.file());
          Tcpdump second = Tcpdump.of(plain.port(), plain.file())) {
        result =
            Runs.of(PUBLISHERS, 1, Distribution.SINGLE)
                .security(security)
                .rate(200)
                .steady(Duration.ofSeconds(1))
                .on(broker);
        Awaitility.await()
            .atMost(Duration.ofSeconds(10))
            .until(() -> plain.bytes().contains("/0/t/" + (PUBLISHERS - 1)));
      }
      NegotiatedTls tls = result.driver().tls().orElseThrow();
      assertThat(tls.cipher()).isEqualTo(cipher.ianaName());
      assertThat(tls.protocol()).isEqualTo(cipher.version().title());
      assertThat(tls.keyBits()).isEqualTo(keyBits);
      assertThat(secured.serverHellos()).isEqualTo(Set.of(code));
      assertThat(secured.bytes()).hasSizeGreaterThan(PUBLISHERS * 100).doesNotContain("/0/t/");
    }
  }

  /** What passed one port. */
  private final class Wire {
    private final int port;
    private final String name;

    Wire(int port, String name) {
      this.port = port;
      this.name = name;
    }

    int port() {
      return port;
    }

    Path file() {
      return folder.resolve(name + ".pcap");
    }

    String bytes() throws Exception {
      return new String(Files.readAllBytes(file()), StandardCharsets.ISO_8859_1);
    }

    /** The cipher suites that the broker has chosen, by their numbers. */
    Set<String> serverHellos() throws Exception {
      Process tshark =
          new ProcessBuilder(
                  "tshark",
                  "-r",
                  file().toString(),
                  "-d",
                  "tcp.port==" + port + ",tls",
                  "-Y",
                  "tls.handshake.type == 2",
                  "-T",
                  "fields",
                  "-e",
                  "tls.handshake.ciphersuite")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String output = new String(tshark.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(tshark.waitFor()).isZero();
      return output.lines().collect(Collectors.toSet());
    }
  }
}
