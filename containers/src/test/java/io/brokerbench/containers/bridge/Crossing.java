package io.brokerbench.containers.bridge;

import io.brokerbench.containers.TopicClient;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** Tries whether a message crosses a bridge. */
public final class Crossing {

  private static final int LOOKS = 50;
  private static final long LOOK_MILLIS = 10;

  private Crossing() {}

  /** Publishes on one broker, and looks for half a second whether it comes on the other one. */
  public static boolean of(Broker from, String topic, Broker to, String mapped) {
    try (TopicClient sender = open(from, "sender", List.of());
        TopicClient receiver = open(to, "receiver", List.of(mapped))) {
      receiver.poll();
      sender.publish(topic, "x");
      for (int look = 0; look < LOOKS; look++) {
        sender.poll();
        if (receiver.poll().containsKey(mapped)) {
          return true;
        }
        Thread.sleep(LOOK_MILLIS);
      }
      return false;
    } catch (IOException e) {
      return false; // one of them does not answer
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static TopicClient open(Broker broker, String id, List<String> topics)
      throws IOException {
    Endpoint plain = broker.endpoints().get(0);
    return TopicClient.open(new InetSocketAddress(plain.host(), plain.port()), id, topics);
  }
}
