package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.containers.remote.RemoteProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.jms.AnyJmsDriverProvider;
import io.brokerbench.jms.JmsCatalog;
import io.brokerbench.jms.QpidDriverProvider;
import io.brokerbench.testkit.driver.KitRelay;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each client of JMS shows the certificate of its own row, and no other one. */
class JmsDeviceCertificatesIT {

  private static final CipherSuite CIPHER = CipherSuite.ECDHE_RSA_AES256_GCM;
  private static final int PRODUCERS = 3;
  private static final int MESSAGES = 500;

  private final TestAuthority authority = TestAuthority.create();
  private final List<X509Certificate> devices = new ArrayList<>();

  @TempDir private Path folder;

  /** A row with a certificate of its own. */
  private String row(String id) {
    X509Bundle own = authority.forHost(id);
    devices.add(own.getCertificate());
    ClientCertificate files = certificate(own, id);
    return "%s,%s,%s".formatted(id, files.certificate(), files.key());
  }

  private ClientCertificate certificate(X509Bundle own, String name) {
    try {
      Path below = Files.createDirectories(folder.resolve(name));
      return authority.access(below, own).certificate().orElseThrow();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path rows(String name, String... ids) throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,certificate,key"));
    for (String id : ids) {
      lines.add(row(id));
    }
    return Files.write(folder.resolve(name), lines);
  }

  private Scenario scenario() throws IOException {
    Scenario queue =
        new JmsCatalog()
            .scenarios().stream()
                .filter(named -> named.name().equals("QUEUE.PERSISTENT"))
                .findFirst()
                .orElseThrow();
    return ScenarioChange.set("topology.publishers", PRODUCERS)
        .and("topology.consumers", 1)
        .and("workload.load.rate", 200)
        .and("devices.publishers", rows("producers.csv", "p-0", "p-1", "p-2").toString())
        .and("devices.consumers", rows("consumers.csv", "c-0").toString())
        .and("security.cipher", CIPHER.openSslName())
        .and("security.clients", "ALL")
        .and("phases.warmUp", "500ms")
        .and("phases.steady", "2s")
        .applyTo(queue);
  }

  @ParameterizedTest
  @CsvSource({"amqps,qpid", "cores,jms:artemis-core", "openwires,jms:openwire"})
  void eachClientHasACertificateOfItsOwn(String scheme, String client) throws Exception {
    Scenario scenario = scenario();
    ClientDriverProvider driver =
        client.equals("qpid") ? new QpidDriverProvider() : new AnyJmsDriverProvider().of(client);
    BrokerRequest request =
        BrokerRequest.of("embedded:artemis")
            .withAmqp()
            .withJms(JmsProtocol.CORE)
            .withJms(JmsProtocol.OPENWIRE);
    try (Broker artemis = new EmbeddedProvider.Artemis().start(request);
        KitRelay door =
            KitRelay.overTls(
                artemis.endpoint(driver.jmsProtocol().plain()).orElseThrow(),
                driver.jmsProtocol().secured(),
                authority.mutualServer(
                    authority.forLoopback(), CIPHER.version().title(), CIPHER.ianaName()))) {
      X509Bundle common = authority.forHost("common");
      ClientCertificate looks = certificate(common, "common");
      String address =
          "%s://127.0.0.1:%d?trust=%s&cert=%s&key=%s"
              .formatted(
                  scheme,
                  door.endpoint().port(),
                  authority.access(folder).trust().orElseThrow(),
                  looks.certificate(),
                  looks.key());

      RunResult result = run(scenario, address, driver);

      assertThat(result.messages().received())
          .as(result.verdict().reasons().toString())
          .isEqualTo(MESSAGES);
      assertThat(result.messages().lost() + result.messages().duplicated()).isZero();
      assertThat(door.shown()).containsAll(devices);
      assertThat(devices).hasSize(PRODUCERS + 1);
    }
  }

  private static RunResult run(Scenario scenario, String address, ClientDriverProvider driver)
      throws Exception {
    try (Broker broker = new RemoteProvider().start(BrokerRequest.of(address))) {
      return new LoadRig(scenario, broker, driver, RigSettings.defaults(), RunListener.NONE).run();
    }
  }
}
