package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code brokerbench broker} with TLS: what it prints is what a client needs. */
class SecuredBrokerIT {

  private static final int BAD_USAGE = 2;
  private static final String LAST_LINE = "Ctrl-C ends it";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "embedded, --tls, TLS_RSA_WITH_AES_256_GCM_SHA384",
    "process:mosquitto, --cipher=TLS_AES_256_GCM_SHA384, TLS_AES_256_GCM_SHA384"
  })
  void whatItPrintsIsEnoughToConnect(String broker, String option, String suite)
      throws IOException, GeneralSecurityException {
    assumeInstalled(broker);
    Tool tool = new Tool(folder);
    try (Call call = tool.start("broker", broker, option)) {
      String out = printed(call, "trust=");
      int port = Integer.parseInt(value("mqtts://127\\.0\\.0\\.1:(\\d+)", out));
      Path trust = Path.of(value("trust=(.+)", out));
      assertThat(negotiated(port, trust)).isEqualTo(suite);
      assertThat(call.soFar().line("to reach it").orElseThrow().text())
          .contains("&mqtts=" + port + "&trust=");
      call.signal("TERM");
      tool.leftNothing(call.end());
      assertThat(trust).doesNotExist();
    }
  }

  @Test
  void aPreSharedKeyIsInAFileAndNotInTheOutput() throws IOException {
    assumeInstalled("process:mosquitto");
    Tool tool = new Tool(folder);
    try (Call call = tool.start("broker", "process:mosquitto", "--cipher", "PSK-AES256-CBC-SHA")) {
      String out = printed(call, "psk-file=");
      assertThat(out).contains("mqtt+psk://127.0.0.1:", "psk-identity=brokerbench\n");
      String key = Files.readString(Path.of(value("psk-file=(.+)", out))).strip();
      assertThat(key).matches("[0-9a-f]{32}");
      assertThat(call.soFar().toString()).doesNotContain(key);
      call.signal("TERM");
      tool.leftNothing(call.end());
    }
  }

  @Test
  void aBrokerWithoutPreSharedKeysIsRefusedBeforeItStarts() {
    new Tool(folder)
        .run("broker", "embedded", "--cipher", "PSK-AES256-CBC-SHA")
        .isRefused(BAD_USAGE, "TLS with a pre-shared key", "process:mosquitto");
  }

  @Test
  void aRemoteFileThatIsNotThereIsRefused() {
    new Tool(folder)
        .run("broker", "mqtts://127.0.0.1:1?trust=no-such.pem")
        .isRefused(BAD_USAGE, "trust no-such.pem: there is no such file to read");
  }

  private static void assumeInstalled(String broker) {
    if (broker.equals("process:mosquitto")) {
      Mosquitto.assumeInstalled();
    }
  }

  /** Both streams: they come by different ways. */
  private static String printed(Call call, String last) {
    call.awaitLine(LAST_LINE);
    await().until(() -> call.soFar().out().contains(last));
    return call.soFar().out();
  }

  private static String value(String pattern, String out) {
    Matcher matcher = Pattern.compile("^" + pattern + "$", Pattern.MULTILINE).matcher(out);
    assertThat(matcher.find()).as("%s in %s", pattern, out).isTrue();
    return matcher.group(1);
  }

  /** With everything that Java has, and the host checked. */
  private static String negotiated(int port, Path trust)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream pem = Files.newInputStream(trust)) {
      trusted.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket.getSession().getCipherSuite();
    }
  }
}
