package io.brokerbench.jms;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.jms.lane.ProducerCredit;
import jakarta.jms.Connection;
import jakarta.jms.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Libraries of JMS that have no broker. */
final class Fakes {

  private static final Map<Class<?>, Object> NOTHING = Map.of(boolean.class, false, int.class, 0);

  private Fakes() {}

  /** Something that does nothing, but for what a handler returns. */
  static <T> T made(Class<T> type, InvocationHandler handler) {
    InvocationHandler complete =
        (self, method, arguments) -> {
          Object answer = handler.invoke(self, method, arguments);
          return answer == null ? NOTHING.get(method.getReturnType()) : answer;
        };
    return type.cast(
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, complete));
  }

  /** A link of a library whose sessions are given, and whose broker grants all credit at once. */
  static JmsLink link(Supplier<Session> sessions) {
    Connection connection =
        made(
            Connection.class,
            (self, method, arguments) ->
                method.getName().equals("createSession") ? sessions.get() : null);
    return new JmsLink(
        library(() -> connection),
        () -> 0,
        Target.of(new Endpoint(Endpoint.Listener.AMQP, "127.0.0.1", 1)),
        Optional.empty(),
        true,
        ClientIdentity.COMMON);
  }

  /** A library whose connections are given, and whose broker grants all credit at once. */
  static JmsLibrary library(Supplier<Connection> connections) {
    JmsChannel channel =
        made(
            JmsChannel.class,
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "connect" -> connections.get();
                  case "credit" -> ProducerCredit.unlimited();
                  case "reportTo" -> {
                    ((ClientListener) arguments[0]).onTransportReady(1, 2);
                    yield null;
                  }
                  default -> null;
                });
    return made(
        JmsLibrary.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "channel" -> channel;
              case "sending" -> Optional.empty();
              default -> null;
            });
  }
}
