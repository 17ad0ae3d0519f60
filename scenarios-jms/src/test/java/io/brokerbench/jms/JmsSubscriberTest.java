package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Qos;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JmsSubscriberTest {

  private final JmsLane lane = new JmsLane(0, () -> 0);
  private final ExecutorService waiting = Executors.newCachedThreadPool();
  private final SharedSubscriptionMembers members = new SharedSubscriptionMembers();
  private final List<String> transports = Collections.synchronizedList(new ArrayList<>());
  private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  private final class Member implements SubscriberListener {
    private final String name;
    private final CountDownLatch closes;
    private final JmsLink link;
    private final JmsSubscriber client;

    Member(String name, CountDownLatch closes) {
      this(name, closes, Optional.empty());
    }

    /** On a link of its own, or of others. */
    Member(String name, CountDownLatch closes, Optional<JmsLink> shared) {
      this.name = name;
      this.closes = closes;
      this.link = shared.orElseGet(() -> Fakes.link(this::session));
      JmsSubscriber.Parts parts =
          new JmsSubscriber.Parts(
              link, lane, waiting, members, new ReplyQueues(), () -> link, () -> 0);
      SubscriberSpec spec =
          new SubscriberSpec(name, List.of("topic"), Optional.of("group"), Qos.AT_LEAST_ONCE, true);
      this.client = new JmsSubscriber(parts, JmsConsumers.of(JmsAcknowledgement.AUTO), spec, this);
    }

    private Session session() {
      return Fakes.made(
          Session.class,
          (self, method, arguments) ->
              switch (method.getName()) {
                case "createSharedDurableConsumer" -> consumer();
                case "unsubscribe" -> calls.add(name + " unsubscribes " + arguments[0]);
                default -> null;
              });
    }

    private MessageConsumer consumer() {
      return Fakes.made(
          MessageConsumer.class,
          (self, method, arguments) -> {
            if (method.getName().equals("close")) {
              closes.await();
              calls.add(name + " closed");
            }
            return null;
          });
    }

    @Override
    public void onTransportReady(long tcpNanos, long securedNanos) {
      transports.add(name);
    }

    @Override
    public void onConnected(long nanos, boolean sessionPresent) {
      client.subscribe();
    }

    @Override
    public void onSubscribed(long nanos, Qos granted) {
      calls.add(name + " subscribed");
    }

    @Override
    public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {}

    @Override
    public void onShortPayload(long nanos, int payloadBytes) {}

    @Override
    public void onDisconnected(long nanos, Throwable cause) {
      calls.add(name + " left");
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    lane.beginShutdown();
    lane.awaitShutdown();
    waiting.shutdownNow();
  }

  /** The handshake of the others would be one that was over before they began. */
  @Test
  void onlyTheMemberThatAConnectionWasMadeForReportsItsHandshake() {
    CountDownLatch open = new CountDownLatch(0);
    Member first = new Member("first", open);
    Member second = new Member("second", open, Optional.of(first.link));
    lane.execute(first.client::connect);
    await().until(() -> calls.contains("first subscribed"));
    lane.execute(second.client::connect);
    await().until(() -> calls.contains("second subscribed"));
    assertThat(transports).containsExactly("first");
  }

  /** A broker keeps a subscription that has a consumer, whoever asks to remove it. */
  @Test
  void aSharedSubscriptionIsRemovedOnceAllMembersHaveClosed() {
    CountDownLatch slow = new CountDownLatch(1);
    Member first = new Member("first", slow);
    Member second = new Member("second", new CountDownLatch(0));
    for (Member member : List.of(first, second)) {
      lane.execute(member.client::connect);
    }
    await().until(() -> calls.size() == 2);
    calls.clear();
    lane.execute(first.client::forget);
    lane.execute(second.client::forget);
    await().until(() -> calls.contains("second left"));
    assertThat(calls).containsExactly("second closed", "second left");
    slow.countDown();
    await().until(() -> calls.contains("first left"));
    assertThat(calls.subList(2, 5))
        .containsExactly("first closed", "first unsubscribes group", "first left");
  }
}
