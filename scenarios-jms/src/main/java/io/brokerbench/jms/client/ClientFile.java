package io.brokerbench.jms.client;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.broker.JmsProtocol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A client library of JMS, as a file describes it. Texts that are templates have the placeholders
 * {@code ${host}}, {@code ${port}}, {@code ${prefetch}} and {@code ${keepAlive}}, the latter in
 * milliseconds, and those of {@link Tls}.
 *
 * @param title library, as results name it
 * @param description one sentence for lists
 * @param protocol what it speaks to brokers
 * @param classPath jars, and folders of which all jars are meant, from the file's own folder on;
 *     {@code shipped:NAME} for jars that the tool carries; absent for what is on its class path
 * @param factory class of the {@code jakarta.jms.ConnectionFactory}, which has a constructor
 *     without parameters; absent where a directory has it
 * @param jndi directory that has the factory; absent where its class is given
 * @param properties templates of values for setters of the factory, by the names of properties
 * @param producers the same for the factory of producers' connections alone, besides or in place of
 *     the former
 * @param tls what is different where connections use TLS; absent where they cannot
 * @param completions whether {@code send} with a completion listener is supported; else persistent
 *     messages are sent one by one, each when the broker has the one before
 * @param preSettled mode of sessions in which the broker is done with a message when it has sent
 *     it; absent where there is none
 * @param sharedSubscriptions whether subscriptions can be shared
 * @param mostPrefetch the greatest {@code ${prefetch}} that it accepts
 * @param threads what the names of its threads contain that read, write and deliver
 * @param deliveryDelay whether producers can set a delivery delay; absent for yes
 */
public record ClientFile(
    @Bounds(min = 1) String title,
    Optional<String> description,
    JmsProtocol protocol,
    Optional<List<String>> classPath,
    Optional<String> factory,
    Optional<Jndi> jndi,
    Optional<Map<String, Object>> properties,
    Optional<Map<String, Object>> producers,
    Optional<Tls> tls,
    boolean completions,
    Optional<Integer> preSettled,
    boolean sharedSubscriptions,
    @Bounds(min = 1) Optional<Integer> mostPrefetch,
    Optional<List<String>> threads,
    Optional<Boolean> deliveryDelay) {

  /** Whether producers can set a delivery delay. */
  public boolean delaysDelivery() {
    return deliveryDelay.orElse(true);
  }

  /** Templates of all properties that the factory of some connections gets. */
  Map<String, Object> properties(boolean consumes, boolean secured) {
    Map<String, Object> all = new LinkedHashMap<>(properties.orElse(Map.of()));
    if (!consumes) {
      all.putAll(producers.orElse(Map.of()));
    }
    if (secured) {
      all.putAll(tls.flatMap(Tls::properties).orElse(Map.of()));
    }
    if (secured && !consumes) {
      all.putAll(tls.flatMap(Tls::producers).orElse(Map.of()));
    }
    return all;
  }

  /**
   * Whether what a scenario says of messages ahead of a consumer reaches the library.
   *
   * @param secured whether the consumer's connection uses TLS, which may have other properties
   */
  public boolean usesPrefetch(boolean secured) {
    return Stream.concat(
            properties(true, secured).values().stream(),
            jndi.stream().flatMap(directory -> directory.environment().values().stream()))
        .anyMatch(value -> value.toString().contains("${" + ClientLibrary.PREFETCH + "}"));
  }

  /** Class of the factory of some connections. */
  Optional<String> factory(boolean secured) {
    return secured ? tls.flatMap(Tls::factory).or(this::factory) : factory;
  }

  /**
   * What is different where connections use TLS. Its templates have further placeholders: {@code
   * ${trustStore}} and {@code ${keyStore}}, files in PKCS #12 with what the broker's certificate
   * must chain to and with the clients' own, {@code ${storePassword}} of both, {@code ${ciphers}}
   * and {@code ${tlsProtocols}}, names with commas between them, and {@code ${verifyHost}}.
   *
   * @param factory class of the factory; absent for the usual one
   * @param properties besides or in place of the usual ones
   * @param producers the same for the factory of producers' connections
   */
  public record Tls(
      Optional<String> factory,
      Optional<Map<String, Object>> properties,
      Optional<Map<String, Object>> producers) {}

  /**
   * Where a directory has the factory.
   *
   * @param name of the factory in it
   * @param environment templates of its properties, {@code java.naming.factory.initial} among them
   */
  public record Jndi(String name, Map<String, Object> environment) {}
}
