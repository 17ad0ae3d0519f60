package io.brokerbench.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.figure.FigureCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JmsProducersTest {

  private static JmsProducers living(Duration time) {
    return JmsProducers.NONE.withTimeToLive(Optional.of(time));
  }

  private static JmsProducers delaying(Duration time) {
    return JmsProducers.NONE.withDeliveryDelay(Optional.of(time));
  }

  private static JmsProducers of(Integer... priorities) {
    return JmsProducers.NONE.withPriorities(Optional.of(List.of(priorities)));
  }

  private static Scenario scenario(JmsProducers producers) {
    return new Scenario(
        "jms",
        "",
        new Topology(2, 1, Distribution.SINGLE),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE),
        ScenarioDefaults.session(false)
            .with()
            .protocol(Protocol.JMS)
            .jmsConsumers(Optional.of(JmsConsumers.of(JmsAcknowledgement.AUTO).ofQueue()))
            .jmsProducers(Optional.of(producers))
            .build(),
        ScenarioDefaults.PHASES);
  }

  @Test
  void theySurviveBeingWritten() throws Exception {
    for (JmsProducers each :
        List.of(living(Duration.ofMillis(2_500)), delaying(Duration.ofMillis(1_500)), of(0, 9))) {
      String yaml = ScenarioCodec.write(scenario(each), ScenarioFormat.YAML);
      assertThat(ScenarioCodec.read(yaml, ScenarioFormat.YAML, "it")).isEqualTo(scenario(each));
    }
    assertThat(scenario(JmsProducers.NONE).session().jmsProducers()).isEmpty();
  }

  @Test
  void aTimeToLiveIsTheExpiryOfTheAccount() {
    assertThat(scenario(living(Duration.ofSeconds(3))).session().messageExpiry())
        .contains(Duration.ofSeconds(3));
    assertThat(scenario(of(5)).session().messageExpiry()).isEmpty();
  }

  @Test
  void aDelayIsNeededOfTheBroker() {
    Scenario delayed = scenario(delaying(Duration.ofSeconds(1)));
    assertThat(delayed.session().deliveryDelay()).isEqualTo(Duration.ofSeconds(1));
    assertThat(RequiredCapabilities.of(delayed))
        .containsExactly(Capability.AMQP, Capability.DELIVERY_DELAY);
    assertThat(scenario(of(5)).session().deliveryDelay()).isZero();
    assertThat(RequiredCapabilities.of(scenario(of(5)))).containsExactly(Capability.AMQP);
  }

  @Test
  void aDelayFitsIntoWarmUpAndDrain() {
    Scenario delayed = scenario(delaying(Duration.ofSeconds(1)));
    Phases phases = delayed.phases();
    assertThatThrownBy(() -> delayed.withPhases(phases.withWarmUp(Duration.ofMillis(900))))
        .hasMessage(
            "deliveryDelay 1s: at most phases.warmUp, 900ms, so that deliveries come at their rate"
                + " when it ends");
    assertThatThrownBy(() -> delayed.withPhases(phases.withDrainLimit(Duration.ofSeconds(5))))
        .hasMessage(
            "deliveryDelay 1s: with phases.quietPeriod at most phases.drainLimit, 5s, in which the"
                + " last ones come");
    Session comingBack = delayed.session().withReconnect(Optional.of(true));
    assertThat(delayed.withSession(comingBack).session().reconnects()).isTrue();
    assertThatThrownBy(
            () ->
                delayed.withSession(delayed.session().withPersistent(true).withAbsentFraction(0.5)))
        .hasMessageStartingWith("deliveryDelay 1s: not with absent consumers");
  }

  @Test
  void severalPrioritiesMayChangeTheOrderAndOneMayNot() {
    assertThat(guardsOrder(of(7, 7))).isTrue();
    assertThat(guardsOrder(of(7, 2))).isFalse();
  }

  private static boolean guardsOrder(JmsProducers producers) {
    return FigureCatalogue.find("messages.reordered")
        .guard()
        .orElseThrow()
        .grade()
        .apply(scenario(producers))
        .isPresent();
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThatThrownBy(() -> of(4, 10)).hasMessage("priorities 10: between 0 and 9");
    assertThatThrownBy(() -> of()).hasMessage("priorities 0: between 1 and 100 of them");
    assertThatThrownBy(() -> living(Duration.ofMillis(1_999)))
        .hasMessage("timeToLive 1999ms: whole milliseconds, between 2s and 1d");
    assertThatThrownBy(() -> delaying(Duration.ofMillis(99)))
        .hasMessage("deliveryDelay 99ms: whole milliseconds, between 100ms and 1h");
    assertThatThrownBy(
            () -> delaying(Duration.ofSeconds(1)).withTimeToLive(Optional.of(Duration.ofDays(1))))
        .hasMessage("deliveryDelay 1s: not with timeToLive, which counts from the same send");
    assertThatThrownBy(() -> of(1, 2).withTimeToLive(Optional.of(Duration.ofSeconds(3))))
        .hasMessage(
            "timeToLive 3s: not with several priorities, as one message may wait for others then");
    assertThatThrownBy(() -> ScenarioDefaults.session(false).withJmsProducers(Optional.of(of(1))))
        .hasMessage("jmsProducers MQTT 3.1.1: only where session.protocol is jms");
  }
}
