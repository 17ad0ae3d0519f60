package io.brokerbench.core.driver;

/** What not every driver can do beside connecting, sending and receiving. */
public enum DriverFeature {
  /** What {@link io.brokerbench.core.mqtt5.Mqtt5Settings} ask for. */
  MQTT5_SETTINGS("the settings of session.mqtt5"),
  /** Payloads that are other than a header and zeros. */
  PAYLOAD_TEMPLATES("payload templates"),
  /** A login of its own for each client. */
  CLIENT_LOGINS("a login for each client"),
  /** A certificate of its own for each client, where connections use TLS. */
  CLIENT_CERTIFICATES("a certificate for each client"),
  /** A pre-shared key of its own for each client, where connections use one. */
  CLIENT_PRE_SHARED_KEYS("a pre-shared key for each client"),
  /** Publishers whose payloads are of several {@link PublisherSpec#sizes}. */
  PAYLOAD_SIZES("payloads of several sizes"),
  /** Publishers with {@link PublisherSpec#moreTopics}. */
  SEVERAL_TOPICS("publishers with several topics"),
  /** Headers in a property; see {@link PublisherSpec#provesByProperty}. */
  PROOF_PROPERTIES("proofs in properties"),
  /** Connections that resume TLS sessions, and {@link ClientListener#onTlsResumed say} so. */
  TLS_RESUMPTION("TLS session resumption"),
  /** Subscribers that {@link SubscriberSpec#withholds something}. */
  SLOW_CONSUMERS("slow consumers"),
  /** Publishers with a {@link Will}, which can {@link Client#fallSilent}. */
  WILLS("wills"),
  /**
   * Publishers with a {@link PublisherSpec#responseTopic}, and subscribers of each {@link
   * SubscriberSpec.Role}.
   */
  REQUESTS("requests and replies"),
  /** Connections from the local addresses of {@link DriverSettings#sources}. */
  SOURCE_ADDRESSES("source addresses"),
  /** Publishers of JMS with a {@link io.brokerbench.core.scenario.JmsProducers#deliveryDelay}. */
  DELIVERY_DELAY("a delivery delay (session.jmsProducers.deliveryDelay)"),
  /** A number of messages that the broker may send to a consumer of JMS ahead of it. */
  JMS_PREFETCH("a number of messages ahead (session.jmsConsumers.prefetch)"),
  /** The same where the consumer's connection uses TLS. */
  JMS_PREFETCH_OVER_TLS("a number of messages ahead over TLS (session.jmsConsumers.prefetch)");

  private final String title;

  DriverFeature(String title) {
    this.title = title;
  }

  /** As people read it: {@code wills}. */
  public String title() {
    return title;
  }
}
