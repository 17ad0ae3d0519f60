package io.brokerbench.containers.product;

import static io.brokerbench.core.security.TlsVersion.TLS_1_2;
import static io.brokerbench.core.security.TlsVersion.TLS_1_3;

import io.brokerbench.containers.container.ContainerRecipe;
import io.brokerbench.containers.container.ContainerTls;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.metrics.SysTopics;
import io.brokerbench.containers.mosquitto.MosquittoConfig;
import io.brokerbench.core.broker.Capability;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * eclipse-mosquitto, with the configuration of {@code process:mosquitto}.
 *
 * @param more lines at the end of the configuration, or none
 */
record MosquittoContainer(String more) implements ContainerRecipe {

  private static final String OPENSSL = "/brokerbench/openssl.cnf";
  private static final Path DATA = Path.of("/mosquitto/data");

  @Override
  public String name() {
    return "mosquitto";
  }

  @Override
  public String title() {
    return "Mosquitto";
  }

  @Override
  public Set<Capability> capabilities() {
    return ContainerRecipe.mqttAnd(Capability.TLS_PSK);
  }

  @Override
  public OptionalInt usableCores() {
    return OptionalInt.of(1);
  }

  @Override
  public Pattern version() {
    return Pattern.compile("mosquitto version (?<version>\\S+) (?:starting|running)");
  }

  @Override
  public Plan plan(Listeners listeners) {
    Optional<ContainerTls> tls = listeners.tls();
    String listener = tls.map(MosquittoContainer::listener).orElse("") + more;
    String config = new MosquittoConfig("0.0.0.0", Plan.MQTT_PORT, DATA, "root", listener).render();
    Plan plan = Plan.of(listeners).withFile("/mosquitto/config/mosquitto.conf", config);
    return tls.filter(asked -> asked.cipher().version() == TLS_1_2).isPresent()
        ? plan.withFile(OPENSSL, MosquittoConfig.ONLY_TLS_1_2).with("OPENSSL_CONF", OPENSSL)
        : plan;
  }

  private static String listener(ContainerTls tls) {
    String ciphers = tls.cipher().version() == TLS_1_3 ? "ciphers_tls1.3" : "ciphers";
    String keys =
        tls.cipher().isPsk()
            ? "psk_hint %s\npsk_file %s\n"
                .formatted(ContainerTls.IDENTITY, ContainerTls.PRE_SHARED_KEYS)
            : "certfile %s\nkeyfile %s\n".formatted(ContainerTls.CERTIFICATE, ContainerTls.KEY);
    return "listener %d 0.0.0.0\ntls_version %s\n%s %s\n%s"
        .formatted(Plan.MQTTS_PORT, tls.version(), ciphers, tls.cipher().openSslName(), keys);
  }

  @Override
  public Optional<MetricsQuery> metrics() {
    return Optional.of(SysTopics.MOSQUITTO);
  }
}
