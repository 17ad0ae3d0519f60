package io.brokerbench.core.mqtt5;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What clients ask of a broker that only MQTT 5 has.
 *
 * @param messageExpiry how long after a message came the broker may still begin to deliver it, in
 *     whole seconds; absent for ever
 * @param userProperties name and value of each user property of each message; absent for none
 * @param topicAliases whether a publisher sends its topic once for each connection, and a number
 *     from then on; a broker that allows none ends the run. Absent for whole topics
 * @param subscriptionIdentifiers whether a consumer gives each of its subscriptions a number, which
 *     the broker adds to each message; a broker that has none ends the run
 * @param receiveMaximum most messages of QoS 1 and 2 that the broker may send to a client and have
 *     unacknowledged; absent for 65 535
 * @param sessionExpiry how long the broker keeps a session that persists once its client is gone,
 *     in whole seconds; absent for a day
 */
@RecordBuilder
public record Mqtt5Settings(
    @JsonPropertyDescription(
            "How long after a message came the broker may still begin to deliver it (default: for"
                + " ever).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> messageExpiry,
    @JsonPropertyDescription("User properties of each message, by their names (default: none).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Map<String, String>> userProperties,
    @JsonPropertyDescription(
            "Whether a publisher sends its topic once, and a number from then on (default: no).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Boolean> topicAliases,
    @JsonPropertyDescription(
            "Whether each subscription has a number, which the broker adds to each message"
                + " (default: no).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Boolean> subscriptionIdentifiers,
    @JsonPropertyDescription(
            "Most messages of QoS 1 and 2 that the broker may send to a client and have"
                + " unacknowledged (default: 65535).")
        @Bounds(min = 1, max = Mqtt5Settings.MAX_RECEIVE_MAXIMUM)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Integer> receiveMaximum,
    @JsonPropertyDescription(
            "How long the broker keeps a persistent session whose client is gone (default: 1d).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> sessionExpiry)
    implements Mqtt5SettingsBuilder.With {

  /** Most packet identifiers that MQTT has. */
  public static final int MAX_RECEIVE_MAXIMUM = 65_535;

  /** How long a broker keeps a persistent session that no client ended. */
  public static final Duration USUAL_SESSION_EXPIRY = Duration.ofDays(1);

  /** Nothing beyond MQTT 3.1.1. */
  public static final Mqtt5Settings NONE =
      new Mqtt5Settings(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private static final int MAX_PROPERTIES = 100;
  private static final int MAX_TEXT_BYTES = 1_000;
  private static final long MAX_SECONDS = 0xFFFF_FFFEL;

  /** Checks the limits. */
  public Mqtt5Settings {
    messageExpiry = messageExpiry == null ? Optional.empty() : messageExpiry;
    messageExpiry.ifPresent(expiry -> requireSeconds("messageExpiry", expiry));
    userProperties =
        userProperties == null
            ? Optional.empty()
            : userProperties.filter(some -> !some.isEmpty()).map(Mqtt5Settings::checked);
    topicAliases = topicAliases == null ? Optional.empty() : topicAliases;
    subscriptionIdentifiers =
        subscriptionIdentifiers == null ? Optional.empty() : subscriptionIdentifiers;
    receiveMaximum = receiveMaximum == null ? Optional.empty() : receiveMaximum;
    sessionExpiry = sessionExpiry == null ? Optional.empty() : sessionExpiry;
    receiveMaximum
        .filter(most -> most < 1 || most > MAX_RECEIVE_MAXIMUM)
        .ifPresent(
            most -> {
              throw new DefinitionException(
                  "receiveMaximum", "between 1 and " + MAX_RECEIVE_MAXIMUM, most);
            });
    sessionExpiry.ifPresent(expiry -> requireSeconds("sessionExpiry", expiry));
  }

  private static void requireSeconds(String field, Duration value) {
    if (value.toNanosPart() != 0 || value.toSeconds() < 1 || value.toSeconds() > MAX_SECONDS) {
      throw new DefinitionException(
          field, "whole seconds, between 1 and " + MAX_SECONDS, Durations.format(value));
    }
  }

  private static Map<String, String> checked(Map<String, String> properties) {
    if (properties.size() > MAX_PROPERTIES) {
      throw new DefinitionException(
          "userProperties", "at most " + MAX_PROPERTIES, properties.size());
    }
    properties.forEach(
        (name, value) -> {
          requireText(name, name);
          requireText(name, value);
        });
    return Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  private static void requireText(String property, String text) {
    if (text == null
        || text.indexOf('\0') >= 0
        || text.getBytes(StandardCharsets.UTF_8).length > MAX_TEXT_BYTES) {
      throw new DefinitionException(
          "userProperties",
          "names and values of at most " + MAX_TEXT_BYTES + " bytes, without the character 0",
          property);
    }
  }

  /** Whether publishers replace their topics by numbers. */
  public boolean usesTopicAliases() {
    return topicAliases.orElse(false);
  }

  /** Whether subscriptions have numbers. */
  public boolean usesSubscriptionIdentifiers() {
    return subscriptionIdentifiers.orElse(false);
  }

  /** Whether something of it concerns messages or subscriptions, and not sessions alone. */
  public boolean concernsMessages() {
    return messageExpiry.isPresent()
        || userProperties.isPresent()
        || usesTopicAliases()
        || usesSubscriptionIdentifiers()
        || receiveMaximum.isPresent();
  }

  /** How long a broker keeps a persistent session, in seconds. */
  public long sessionExpirySeconds() {
    return sessionExpiry.orElse(USUAL_SESSION_EXPIRY).toSeconds();
  }
}
