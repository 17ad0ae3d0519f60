package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.security.ClientIdentity;
import jakarta.jms.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Several clients of one connection, of which each hears of its end when its lane comes to it. */
class JmsLinkTest {

  /** What the library is asked to do with each connection, and who hears of its end. */
  private final List<String> calls = new ArrayList<>();

  private int connections;

  private JmsChannel channel() {
    int number = ++connections;
    return Fakes.made(
        JmsChannel.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "connect" -> connection(number);
              case "drop" -> calls.add("drop " + number);
              default -> null;
            });
  }

  private static Connection connection(int number) {
    return Fakes.made(
        Connection.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "toString" -> "" + number;
              case "equals" -> self == arguments[0];
              default -> null;
            });
  }

  private JmsLibrary library() {
    return Fakes.made(
        JmsLibrary.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "channel" -> channel();
              case "discard" -> calls.add("discard " + arguments[0]);
              default -> null;
            });
  }

  private final class Client implements JmsLink.Member {
    private final String name;

    Client(String name) {
      this.name = name;
    }

    @Override
    public void onBroken(Throwable cause) {
      calls.add(name + " broken");
    }

    @Override
    public void onInterrupted(long nanos) {}

    @Override
    public void onRestored(long nanos) {}
  }

  private JmsLink link() {
    return new JmsLink(
        library(),
        () -> 0,
        Target.of(new Endpoint(Endpoint.Listener.AMQP, "127.0.0.1", 1)),
        Optional.empty(),
        true,
        ClientIdentity.COMMON);
  }

  @Test
  void aConnectionIsMadeForTheFirstThatNeedsItAndJoinedByTheOthers() throws Exception {
    JmsLink link = link();
    Client first = new Client("first");
    Client second = new Client("second");
    assertThat(link.open(first).made()).isTrue();
    assertThat(link.open(second).made()).isFalse();
    link.discard(first);
    assertThat(link.open(second).made()).as("on the next one").isTrue();
  }

  @Test
  void whoGivesUpAConnectionEndsItForAllThatAreOnIt() throws Exception {
    JmsLink link = link();
    Client first = new Client("first");
    Client second = new Client("second");
    link.open(first);
    link.open(second);
    link.drop(first);
    link.discard(first);
    assertThat(calls).containsExactly("drop 1", "discard 1", "second broken");
  }

  /** It was on the connection before, which the other one has replaced already. */
  @Test
  void whoIsLateDoesNotEndTheNextConnection() throws Exception {
    JmsLink link = link();
    Client first = new Client("first");
    Client late = new Client("late");
    link.open(first);
    link.open(late);
    link.discard(first);
    link.open(first);
    calls.clear();
    link.drop(late);
    link.discard(late);
    assertThat(calls).isEmpty();
    link.open(late);
    link.drop(late);
    assertThat(calls).as("it is on the next one now").containsExactly("drop 2");
  }

  @Test
  void theEndOfTheDriverEndsIt() throws Exception {
    JmsLink link = link();
    link.open(new Client("first"));
    link.drop();
    link.discard(null);
    assertThat(calls).containsExactly("drop 1", "discard 1", "first broken");
  }
}
