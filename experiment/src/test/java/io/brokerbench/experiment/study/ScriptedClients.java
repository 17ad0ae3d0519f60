package io.brokerbench.experiment.study;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.Protocol;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * Clients of a {@link ScriptedBroker}, which answers them on the calling thread: publishers at its
 * rate, as time passes, all else at once.
 */
final class ScriptedClients implements ClientDriverProvider, ClientDriver {

  private final ScriptedBroker broker;
  private final NanoClock clock;
  private final List<ScriptedPublisher> publishers = new ArrayList<>();

  ScriptedClients(ScriptedBroker broker, NanoClock clock) {
    this.broker = broker;
    this.clock = clock;
  }

  /** Has publishers answered for so much time. */
  void answer(Duration time) {
    // One that is acknowledged may make another.
    List.copyOf(publishers).forEach(publisher -> publisher.answer(time));
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public String description() {
    return "answered at once";
  }

  @Override
  public Set<Protocol> protocols() {
    return EnumSet.allOf(Protocol.class);
  }

  @Override
  public long fileDescriptorsFor(long count) {
    return 0;
  }

  @Override
  public ClientDriver open(DriverSettings settings) {
    return this;
  }

  @Override
  public List<Lane> lanes() {
    return List.of(new CallingThread());
  }

  @Override
  public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
    ScriptedPublisher publisher = new ScriptedPublisher(spec, listener);
    publishers.add(publisher);
    return publisher;
  }

  @Override
  public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
    return new ScriptedSubscriber(spec, listener);
  }

  @Override
  public String transport() {
    return "none";
  }

  @Override
  public void close() {}

  private static final class CallingThread implements Lane {
    @Override
    public int index() {
      return 0;
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void executeAt(long nanos, Runnable task) {
      throw new UnsupportedOperationException();
    }
  }

  private abstract class Scripted implements Client {
    private final ClientListener listener;

    Scripted(ClientListener listener) {
      this.listener = listener;
    }

    @Override
    public void connect() {
      broker.connect();
      listener.onConnected(clock.nanoTime(), false);
    }

    @Override
    public void disconnect() {
      broker.disconnect();
      listener.onDisconnected(clock.nanoTime(), null);
    }

    @Override
    public void abort() {
      throw new UnsupportedOperationException();
    }
  }

  private final class ScriptedSubscriber extends Scripted implements Subscriber {
    private final SubscriberSpec spec;
    private final SubscriberListener listener;

    ScriptedSubscriber(SubscriberSpec spec, SubscriberListener listener) {
      super(listener);
      this.spec = spec;
      this.listener = listener;
    }

    @Override
    public void subscribe() {
      broker.subscribe(spec.filters().size());
      listener.onSubscribed(clock.nanoTime(), spec.qos());
    }

    @Override
    public void forget() {
      broker.forget();
      listener.onDisconnected(clock.nanoTime(), null);
    }
  }

  private final class ScriptedPublisher extends Scripted implements Publisher {
    private final PublisherSpec spec;
    private final PublisherListener listener;
    private final Queue<Long> inFlight = new ArrayDeque<>();
    private double credit;

    ScriptedPublisher(PublisherSpec spec, PublisherListener listener) {
      super(listener);
      this.spec = spec;
      this.listener = listener;
    }

    void answer(Duration time) {
      credit += time.toNanos() / 1e9 * broker.bytesTakenPerSecond;
      while (credit >= spec.payloadBytes() && !inFlight.isEmpty()) {
        credit -= spec.payloadBytes();
        long sequence = inFlight.remove();
        broker.take(spec.payloadBytes());
        listener.onAcknowledged(sequence, 0, clock.nanoTime());
      }
      credit = inFlight.isEmpty() ? 0 : credit;
    }

    @Override
    public boolean offer(long sequence, long word0, long word1, long word2) {
      return inFlight.size() < spec.inFlightWindow() && inFlight.add(sequence);
    }

    @Override
    public void flush() {}

    @Override
    public int unacknowledged() {
      return inFlight.size();
    }
  }
}
