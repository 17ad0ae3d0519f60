package io.brokerbench.mqtt.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.TlsVersion;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which TLS handshakes resume a session is seen in the handshakes themselves. */
@Isolated("it sets a system property")
class SwarmResumptionTest {

  private static final String PROVIDER = "brokerbench.tls";
  private static final int CONNECTIONS = 6;
  private static final int EIGHT_DAYS_SECONDS = 8 * 24 * 3_600;

  private final TestAuthority authority = TestAuthority.create();
  private final X509Bundle own = authority.forLoopback();

  @TempDir private Path folder;

  @AfterEach
  void chooseAnyProvider() {
    System.clearProperty(PROVIDER);
  }

  /** How many of some connections, one after the other, resumed a session. */
  private int resumed(SslContext server, CipherSuite suite, boolean resumes) {
    int resumed = 0;
    try (FaultyBroker broker = FaultyBroker.builder().tls(server).start();
        ClientDriver driver =
            new SwarmDriverProvider()
                .open(
                    DriverSettings.of(
                            new Target(
                                List.of(broker.endpoint(Listener.MQTTS).orElseThrow()),
                                Optional.of(suite)),
                            Protocol.MQTT_3_1_1,
                            NanoClock.SYSTEM)
                        .withAccess(authority.access(folder))
                        .withResumesTls(resumes))) {
      for (int i = 0; i < CONNECTIONS; i++) {
        Probe probe = new Probe(driver, "c" + i).connect();
        resumed += probe.isResumed() ? 1 : 0;
        probe.disconnect();
      }
      assertThat(((SwarmDriver) driver).certificatesPresented()).isEqualTo(CONNECTIONS - resumed);
    }
    return resumed;
  }

  private SslContext server(CipherSuite suite) {
    return TestAuthority.server(own, suite.version().title(), suite.ianaName());
  }

  @ParameterizedTest
  @CsvSource({
    "openssl, ECDHE_RSA_AES256_GCM",
    "jdk, ECDHE_RSA_AES256_GCM",
    "jdk, TLS13_AES256_GCM"
  })
  void aSessionIsResumedWhereTheBrokerHasIt(String provider, CipherSuite suite) {
    System.setProperty(PROVIDER, provider);
    assertThat(resumed(server(suite), suite, true)).isEqualTo(CONNECTIONS - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "openssl, ECDHE_RSA_AES256_GCM",
    "jdk, ECDHE_RSA_AES256_GCM",
    "jdk, TLS13_AES256_GCM"
  })
  void noneIsResumedWhereNoneIsOffered(String provider, CipherSuite suite) {
    System.setProperty(PROVIDER, provider);
    assertThat(resumed(server(suite), suite, false)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "openssl, ECDHE_RSA_AES256_GCM",
    "jdk, ECDHE_RSA_AES256_GCM",
    "jdk, TLS13_AES256_GCM"
  })
  void aBrokerThatRefusesResumptionShowsNone(String provider, CipherSuite suite) throws Exception {
    System.setProperty(PROVIDER, provider);
    assertThat(resumed(withoutSessions(suite), suite, true)).isZero();
  }

  /**
   * Neither with a cache of sessions nor with tickets. The JDK sends no ticket of TLS 1.3 where
   * sessions last for more than the seven days that a ticket may (RFC 8446, 4.6.1).
   */
  private SslContext withoutSessions(CipherSuite suite) throws Exception {
    if (suite.version() == TlsVersion.TLS_1_3) {
      SslContext server = server(suite);
      server.sessionContext().setSessionTimeout(EIGHT_DAYS_SECONDS);
      return server;
    }
    SslContext server =
        SslContextBuilder.forServer(own.getKeyPair().getPrivate(), own.getCertificatePath())
            .sslProvider(SslProvider.OPENSSL)
            .protocols(suite.version().title())
            .ciphers(List.of(suite.ianaName()))
            .build();
    ((OpenSslSessionContext) server.sessionContext()).setSessionCacheEnabled(false);
    return server;
  }
}
