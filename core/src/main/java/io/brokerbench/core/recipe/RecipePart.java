package io.brokerbench.core.recipe;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.TlsVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a broker gets for some requests only.
 *
 * @param when all of these hold
 * @param lines template of what stands at {@code ${parts}}, behind the lines of earlier parts
 * @param arguments templates of more arguments, behind the others
 * @param environment templates of more environment variables, by name
 * @param files templates of more files, by their paths in the broker's folder
 * @param values templates of texts that stand at {@code ${value.NAME}}, in place of the recipe's
 */
public record RecipePart(
    @Bounds(min = 1) List<Condition> when,
    Optional<String> lines,
    Optional<List<String>> arguments,
    Optional<Map<String, String>> environment,
    Optional<Map<String, String>> files,
    Optional<Map<String, String>> values) {

  /** Something that may be asked of a broker. */
  public enum Condition {
    /** A listener for MQTT over TLS. */
    @JsonProperty("mqtts")
    MQTTS("mqtts"),
    /** A listener for MQTT over TLS with a pre-shared key. */
    @JsonProperty("psk")
    PSK("psk"),
    /** A listener for MQTT over WebSocket. */
    @JsonProperty("ws")
    WS("ws"),
    /** A listener for MQTT over WebSocket over TLS. */
    @JsonProperty("wss")
    WSS("wss"),
    /** A listener for AMQP 1.0. */
    @JsonProperty("amqp")
    AMQP("amqp"),
    /** A listener for AMQP 1.0 over TLS. */
    @JsonProperty("amqps")
    AMQPS("amqps"),
    /** A listener for OpenWire. */
    @JsonProperty("openwire")
    OPENWIRE("openwire"),
    /** A listener for OpenWire over TLS. */
    @JsonProperty("openwires")
    OPENWIRES("openwires"),
    /** A listener for the Core protocol. */
    @JsonProperty("core")
    CORE("core"),
    /** A listener for the Core protocol over TLS. */
    @JsonProperty("cores")
    CORES("cores"),
    /** A listener for a JMS client library with a protocol of its own. */
    @JsonProperty("jms")
    JMS("jms"),
    /** The same over TLS. */
    @JsonProperty("jmss")
    JMSS("jmss"),
    /** Some listener for TLS with certificates. */
    @JsonProperty("tls")
    TLS("tls"),
    /** TLS 1.2, with certificates or with a pre-shared key. */
    @JsonProperty("tls1.2")
    TLS_1_2("tls1.2"),
    /** TLS 1.3. */
    @JsonProperty("tls1.3")
    TLS_1_3("tls1.3"),
    /** TLS 1.2 with a key exchange by RSA, which newer versions of Java refuse. */
    @JsonProperty("rsa")
    RSA("rsa"),
    /** Messages that are held back for their delivery delay. */
    @JsonProperty("delay")
    DELAY("delay");

    private final String word;

    Condition(String word) {
      this.word = word;
    }

    /** As recipes have it. */
    public String word() {
      return word;
    }

    /** Whether it holds for what is asked for. */
    public boolean holds(Asked asked) {
      Set<Listener> listeners = asked.listeners();
      Optional<CipherSuite> cipher = asked.cipher();
      return switch (this) {
        case MQTTS -> listeners.contains(Listener.MQTTS);
        case PSK -> listeners.contains(Listener.MQTT_PSK);
        case WS -> listeners.contains(Listener.WS);
        case WSS -> listeners.contains(Listener.WSS);
        case AMQP -> listeners.contains(Listener.AMQP);
        case AMQPS -> listeners.contains(Listener.AMQPS);
        case OPENWIRE -> listeners.contains(Listener.OPENWIRE);
        case OPENWIRES -> listeners.contains(Listener.OPENWIRES);
        case CORE -> listeners.contains(Listener.CORE);
        case CORES -> listeners.contains(Listener.CORES);
        case JMS -> listeners.contains(Listener.JMS);
        case JMSS -> listeners.contains(Listener.JMSS);
        case TLS -> cipher.filter(suite -> !suite.isPsk()).isPresent();
        case TLS_1_2 -> cipher.filter(suite -> suite.version() == TlsVersion.TLS_1_2).isPresent();
        case TLS_1_3 -> cipher.filter(suite -> suite.version() == TlsVersion.TLS_1_3).isPresent();
        case RSA -> cipher.filter(suite -> suite == CipherSuite.RSA_AES256_GCM).isPresent();
        case DELAY -> asked.deliveryDelay();
      };
    }
  }
}
