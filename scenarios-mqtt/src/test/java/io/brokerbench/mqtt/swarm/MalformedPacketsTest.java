package io.brokerbench.mqtt.swarm;

import static io.brokerbench.core.scenario.Protocol.MQTT_3_1_1;
import static io.brokerbench.core.scenario.Protocol.MQTT_5;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ProtocolViolation;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each packet that MQTT forbids ends its connection, with the packet and the rule. */
class MalformedPacketsTest {

  private static final String ACCEPTED_3 = "20020000";
  private static final String ACCEPTED_5 = "2003000000";

  /** An answer to CONNECT, and the rule that it breaks. */
  static Stream<Arguments> connAcks() {
    return Stream.of(
        arguments(MQTT_3_1_1, "200100", "reason code needs 1 byte, and 0 are left"),
        arguments(MQTT_3_1_1, "2003000000", "its remaining length is 3, and must be 2"),
        arguments(MQTT_3_1_1, "20020200", "its acknowledge flags are 0x02"),
        arguments(MQTT_3_1_1, "20020100", "a session is present after a clean start"),
        arguments(MQTT_3_1_1, "21020000", "its flags are 0x1, and must be 0x0"),
        arguments(MQTT_3_1_1, "20ffffffff01", "its remaining length has more than 4 bytes"),
        arguments(MQTT_3_1_1, ACCEPTED_3 + ACCEPTED_3, "it is the second on this connection"),
        arguments(MQTT_5, "20020000", "property length needs 1 byte, and 0 are left"),
        arguments(MQTT_5, "2003800000", "its acknowledge flags are 0x80"),
        arguments(MQTT_5, "2003010000", "a session is present after a clean start"),
        arguments(MQTT_5, "20830000000000", "its remaining length has more bytes than it needs"),
        arguments(MQTT_5, "20ffffff7f", "it has 268435460 bytes, and this client announced"),
        arguments(MQTT_5, "2003000003", "its property length is 3, and 0 bytes are left"),
        arguments(MQTT_5, "200400000000", "1 byte comes after its last field"),
        arguments(MQTT_5, "20070000ffffffff7f", "property length has more than 4 bytes"),
        arguments(MQTT_5, "200500008000aa", "property length has more bytes than it needs"),
        arguments(MQTT_5, "200600000326ffff", "the name of a user property needs 65535 bytes"),
        arguments(MQTT_5, "200a000007260001610009aa", "the value of a user property needs 9 bytes"),
        arguments(MQTT_5, "2006000003210000", "receive maximum is 0, and at least 1 is required"),
        arguments(MQTT_5, "20050000022100", "receive maximum needs 2 bytes, and 1 is left"),
        arguments(MQTT_5, "200400000121", "receive maximum needs 2 bytes, and 0 are left"),
        arguments(
            MQTT_5, "2009000006210001210001", "it has the property receive maximum more than once"),
        arguments(MQTT_5, "20050000022402", "maximum QoS is 2, and 0 or 1 is required"),
        arguments(MQTT_5, "20050000022502", "retain available is 2, and 0 or 1 is required"),
        arguments(MQTT_5, "20080000052700000000", "maximum packet size is 0, and at least 1"),
        arguments(MQTT_5, "200400000128", "wildcard subscription available needs 1 byte"),
        arguments(MQTT_5, "20050000027f00", "MQTT has no property 0x7f"),
        arguments(MQTT_5, "2006000003230001", "it must not have the property topic alias"),
        arguments(MQTT_5, "20070000041f0001ff", "reason string has the byte 0xff"),
        arguments(MQTT_5, "20070000041f000500", "reason string needs 5 bytes, and 1 is left"));
  }

  @ParameterizedTest
  @MethodSource("connAcks")
  void aForbiddenConnAckEndsTheConnection(Protocol protocol, String answer, String rule)
      throws Exception {
    breaks(published(protocol, 1, answer), "CONNACK", rule);
  }

  /** What is sent to a client that has subscribed, and the rule that it breaks. */
  static Stream<Arguments> toSubscribers() {
    return Stream.concat(
        Stream.of(MQTT_3_1_1, MQTT_5).flatMap(MalformedPacketsTest::ofBothVersions),
        Stream.of(
            arguments(MQTT_3_1_1, "9003000103", "SUBACK", "its return code 0x03 is none"),
            arguments(MQTT_3_1_1, "9003000181", "SUBACK", "its return code 0x81 is none"),
            arguments(MQTT_3_1_1, "90020001", "SUBACK", "it has 0 reason codes for 1 filter"),
            arguments(MQTT_3_1_1, "900400010000", "SUBACK", "it has 2 reason codes for 1 filter"),
            arguments(MQTT_3_1_1, "9003000900", "SUBACK", "no SUBSCRIBE waits for packet id"),
            arguments(MQTT_3_1_1, "9003000000", "SUBACK", "its packet identifier is 0"),
            arguments(MQTT_3_1_1, "e000", "DISCONNECT", "with MQTT 3.1.1 only clients send it"),
            arguments(MQTT_3_1_1, "f000", "AUTH", "MQTT 3.1.1 has no such type"),
            arguments(MQTT_3_1_1, "6203000100", "PUBREL", "its remaining length is 3, and must be"),
            arguments(MQTT_3_1_1, "30ffffff7f", "PUBLISH", "this client accepts 1048608 at most"),
            arguments(MQTT_5, "900400010003", "SUBACK", "its reason code 0x03 is none"),
            arguments(MQTT_5, "90040001007f", "SUBACK", "its reason code 0x7f is none"),
            arguments(MQTT_5, "9003000100", "SUBACK", "it has 0 reason codes for 1 filter"),
            arguments(MQTT_5, "90050001000000", "SUBACK", "it has 2 reason codes for 1 filter"),
            arguments(MQTT_5, "900400090000", "SUBACK", "no SUBSCRIBE waits for packet id"),
            arguments(MQTT_5, "900400000000", "SUBACK", "its packet identifier is 0"),
            arguments(MQTT_5, "900400010900", "SUBACK", "its property length is 9"),
            arguments(MQTT_5, "900400010000900400010000", "SUBACK", "no SUBSCRIBE waits"),
            arguments(MQTT_5, "f000", "AUTH", "this client asked for no authentication"),
            arguments(MQTT_5, "e003000900", "DISCONNECT", "its property length is 9"),
            arguments(MQTT_5, "6203000107", "PUBREL", "its reason code 0x07 is none"),
            arguments(MQTT_5, "620400010005", "PUBREL", "its property length is 5"),
            arguments(MQTT_5, "30ffffff7f", "PUBLISH", "this client announced 1048608 at most"),
            arguments(MQTT_5, "3003000174", "PUBLISH", "property length needs 1 byte"),
            arguments(MQTT_5, "300400017409", "PUBLISH", "its property length is 9, and 0 bytes"),
            arguments(MQTT_5, "30070001740323000a", "PUBLISH", "topic alias is 10, and this"),
            arguments(MQTT_5, "3006000003230001", "PUBLISH", "topic alias is 1, and this client"),
            arguments(
                MQTT_5, "300700017403210001", "PUBLISH", "must not have the property receive"),
            arguments(MQTT_5, "3006000174020102", "PUBLISH", "payload format indicator is 2"),
            arguments(MQTT_5, "300800017404010001ff", "PUBLISH", "indicator more than once"),
            arguments(MQTT_5, "30050001740b00", "PUBLISH", "its property length is 11"),
            arguments(MQTT_5, "3006000174020b00", "PUBLISH", "subscription identifier is 0")));
  }

  private static Stream<Arguments> ofBothVersions(Protocol protocol) {
    return Stream.of(
        arguments(protocol, "0000", "packet of type 0", "MQTT has no such type"),
        arguments(protocol, "1000", "CONNECT", "only clients send it"),
        arguments(protocol, "8200", "SUBSCRIBE", "only clients send it"),
        arguments(protocol, "a200", "UNSUBSCRIBE", "only clients send it"),
        arguments(protocol, "c000", "PINGREQ", "only clients send it"),
        arguments(protocol, "d100", "PINGRESP", "its flags are 0x1, and must be 0x0"),
        arguments(protocol, "d00100", "PINGRESP", "its remaining length is 1, and must be 0"),
        arguments(protocol, "92020001", "SUBACK", "its flags are 0x2, and must be 0x0"),
        arguments(protocol, "b0020001", "UNSUBACK", "this client sent nothing that it answers"),
        arguments(protocol, "40020001", "PUBACK", "this client sent nothing that it answers"),
        arguments(protocol, "60020001", "PUBREL", "its flags are 0x0, and must be 0x2"),
        arguments(protocol, "620100", "PUBREL", "packet identifier needs 2 bytes, and 1 is left"),
        arguments(protocol, "62020000", "PUBREL", "its packet identifier is 0"),
        arguments(protocol, "3600", "PUBLISH", "its QoS is 3, and 2 is the highest"),
        arguments(protocol, "3800", "PUBLISH", "its DUP flag is set with QoS 0"),
        arguments(protocol, "30ffffffff", "PUBLISH", "remaining length has more than 4 bytes"),
        arguments(protocol, "3000", "PUBLISH", "topic length needs 2 bytes, and 0 are left"),
        arguments(protocol, "3003000574", "PUBLISH", "topic needs 5 bytes, and 1 is left"),
        arguments(protocol, "300300000000", "PUBLISH", "its topic is empty"),
        arguments(protocol, "300500022b2f00", "PUBLISH", "its topic has the wildcard +"),
        arguments(
            protocol, "300d000a6161616161616161612300", "PUBLISH", "topic has the wildcard #"),
        arguments(protocol, "30040001000000", "PUBLISH", "its topic has the byte 0x00"),
        arguments(protocol, "30050002c32800", "PUBLISH", "its topic has the byte 0xc3"),
        arguments(protocol, "3203000174", "PUBLISH", "packet identifier needs 2 bytes"),
        arguments(protocol, "3206000174000000", "PUBLISH", "its packet identifier is 0"),
        arguments(protocol, "3406000174000000", "PUBLISH", "its packet identifier is 0"));
  }

  @ParameterizedTest
  @MethodSource("toSubscribers")
  void aPacketThatASubscriberMustNotGetEndsItsConnection(
      Protocol protocol, String bytes, String packet, String rule) throws Exception {
    breaks(subscribed(protocol, bytes), packet, rule);
  }

  /** What is sent to a client that has published, and the rule that it breaks. */
  static Stream<Arguments> toPublishers() {
    return Stream.of(MQTT_3_1_1, MQTT_5)
        .flatMap(
            protocol ->
                Stream.of(
                    arguments(protocol, 1, "40020000", "PUBACK", "its packet identifier is 0"),
                    arguments(protocol, 1, "41020001", "PUBACK", "its flags are 0x1"),
                    arguments(protocol, 1, "400100", "PUBACK", "packet identifier needs 2 bytes"),
                    arguments(protocol, 1, "50020001", "PUBREC", "messages of QoS 1 have none"),
                    arguments(protocol, 2, "5002000070020009", "PUBREC", "identifier is 0"),
                    arguments(protocol, 0, "40020001", "PUBACK", "messages of QoS 0 have none"),
                    arguments(protocol, 1, "9003000100", "SUBACK", "no SUBSCRIBE waits"),
                    arguments(protocol, 1, "62020001", "PUBREL", "has no subscription"),
                    arguments(protocol, 1, "3003000174", "PUBLISH", "has no subscription"),
                    acknowledgementOf(protocol)));
  }

  private static Arguments acknowledgementOf(Protocol protocol) {
    return protocol == MQTT_5
        ? arguments(protocol, 1, "400300017f", "PUBACK", "its reason code 0x7f is none")
        : arguments(protocol, 1, "400300017f", "PUBACK", "its remaining length is 3");
  }

  @ParameterizedTest
  @MethodSource("toPublishers")
  void aPacketThatAPublisherMustNotGetEndsItsConnection(
      Protocol protocol, int qos, String bytes, String packet, String rule) throws Exception {
    breaks(published(protocol, qos, accepted(protocol), bytes), packet, rule);
  }

  /** What MQTT allows ends no connection: the DISCONNECT at the end does. */
  static Stream<Arguments> allowed() {
    return Stream.of(
        arguments(1, "4002000140020001"), // repeated
        arguments(1, "40020009" + "70020001"), // acknowledges nothing: the account says so
        arguments(2, "40020001" + "70020001" + "50020009" + "70020009"),
        arguments(2, "500200015002000170020001" + "70020001" + "50020001"),
        arguments(1, "4003000110"),
        arguments(1, "400400010000"),
        arguments(2, "50020001" + "7003000192"),
        arguments(1, "d000"));
  }

  @ParameterizedTest
  @MethodSource("allowed")
  void aRepeatedAcknowledgementAndACodeThatIsNoErrorAreNoViolation(int qos, String bytes)
      throws Exception {
    Throwable cause = published(MQTT_5, qos, ACCEPTED_5, bytes + "e0018b");
    assertThat(cause).hasMessage("the broker disconnected: server shutting down (0x8b)");
  }

  /** Errors that MQTT has are refusals, and break no rule. */
  static Stream<Arguments> refusals() {
    return Stream.of(
        arguments(1, "4003000187", "the broker refused a message: not authorized (0x87)"),
        arguments(2, "5003000197", "the broker refused a message: quota exceeded (0x97)"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aRefusedMessageIsNoViolation(int qos, String bytes, String why) throws Exception {
    assertThat(published(MQTT_5, qos, ACCEPTED_5, bytes))
        .hasMessageStartingWith(why)
        .isNotInstanceOf(ProtocolViolation.class);
  }

  /** A responder's replies are messages of it, of QoS 2 here. */
  @Test
  void whatAResponderIsAnsweredIsHeldToItsQosAndItsCodesAreReported() throws Exception {
    List<String> codes = new CopyOnWriteArrayList<>();
    Throwable refused = responded(2, "5003000197", codes);
    assertThat(refused).hasMessageStartingWith("the broker refused a message: quota exceeded");
    assertThat(codes).containsExactly("PUBREC 151");
    breaks(responded(1, "50020001", codes), "PUBREC", "messages of QoS 1 have none");
    breaks(responded(0, "40020001", codes), "PUBACK", "messages of QoS 0 have none");
  }

  private static Throwable responded(int qos, String bytes, List<String> codes) throws Exception {
    try (ScriptedBroker broker = new ScriptedBroker(ACCEPTED_5, bytes);
        ClientDriver driver = Probe.driver(Target.of(broker.endpoint()), Access.OPEN, MQTT_5)) {
      SubscriberSpec responder =
          new SubscriberSpec("r", List.of("t"), Optional.empty(), Qos.of(qos), false, 32)
              .withRole(SubscriberSpec.Role.RESPONDER);
      OneFilter one = new OneFilter(driver, responder, codes);
      driver.lanes().get(0).execute(one.subscriber::connect);
      return one.end.get(10, TimeUnit.SECONDS);
    }
  }

  private static void breaks(Throwable cause, String packet, String rule) {
    assertThat(cause)
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageStartingWith("the broker sent an invalid " + packet + ": ")
        .hasMessageContaining(rule);
  }

  private static String accepted(Protocol protocol) {
    return protocol == MQTT_5 ? ACCEPTED_5 : ACCEPTED_3;
  }

  /** Why the connection of a publisher ended that offered one message. */
  private static Throwable published(Protocol protocol, int qos, String... answers)
      throws Exception {
    try (ScriptedBroker broker = new ScriptedBroker(answers);
        ClientDriver driver = Probe.driver(Target.of(broker.endpoint()), Access.OPEN, protocol)) {
      OneMessage one = new OneMessage(driver, qos);
      driver.lanes().get(0).execute(one.publisher::connect);
      return one.end.get(10, TimeUnit.SECONDS);
    }
  }

  /** Why the connection of a subscriber ended. */
  private static Throwable subscribed(Protocol protocol, String bytes) throws Exception {
    try (ScriptedBroker broker = new ScriptedBroker(accepted(protocol), bytes);
        ClientDriver driver = Probe.driver(Target.of(broker.endpoint()), Access.OPEN, protocol)) {
      OneFilter one = new OneFilter(driver);
      driver.lanes().get(0).execute(one.subscriber::connect);
      return one.end.get(10, TimeUnit.SECONDS);
    }
  }

  private static final class OneMessage implements PublisherListener {
    private final CompletableFuture<Throwable> end = new CompletableFuture<>();
    private final Publisher publisher;

    OneMessage(ClientDriver driver, int qos) {
      PublisherSpec spec = new PublisherSpec("p", "t", Qos.of(qos), 32, false, 10);
      publisher = driver.publisher(spec, driver.lanes().get(0), this);
    }

    @Override
    public void onConnected(long nanos, boolean sessionPresent) {
      assertThat(publisher.offer(1, 1, 2, 3)).isTrue();
      publisher.flush();
    }

    @Override
    public void onDisconnected(long nanos, Throwable cause) {
      end.complete(cause);
    }

    @Override
    public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {}

    @Override
    public void onReady() {}
  }

  private static final class OneFilter implements SubscriberListener {
    private final CompletableFuture<Throwable> end = new CompletableFuture<>();
    private final Subscriber subscriber;

    private final List<String> codes;

    OneFilter(ClientDriver driver) {
      this(
          driver,
          new SubscriberSpec("s", List.of("t"), Optional.empty(), Qos.EXACTLY_ONCE, false, 32),
          new ArrayList<>());
    }

    OneFilter(ClientDriver driver, SubscriberSpec spec, List<String> codes) {
      this.codes = codes;
      subscriber = driver.subscriber(spec, driver.lanes().get(0), this);
    }

    @Override
    public void onReasonCode(AnswerPacket packet, int code) {
      codes.add(packet + " " + code);
    }

    @Override
    public void onConnected(long nanos, boolean sessionPresent) {
      subscriber.subscribe();
    }

    @Override
    public void onDisconnected(long nanos, Throwable cause) {
      end.complete(cause);
    }

    @Override
    public void onSubscribed(long nanos, Qos granted) {}

    @Override
    public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {}

    @Override
    public void onShortPayload(long nanos, int payloadBytes) {}
  }
}
