package io.brokerbench.core.study;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerIdentity;
import io.brokerbench.core.broker.BrokerMetrics;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.engine.Phase;
import io.brokerbench.core.engine.Progress;
import io.brokerbench.core.engine.RunListener;
import io.brokerbench.core.measure.NanoClock;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.StepRigs;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/**
 * A broker that behaves as its fields say, clients that it answers on the calling thread, and a
 * clock that nothing moves but waiting. What the broker tells is {@link #TOLD_AFTER} old.
 */
final class ScriptedSite implements CellSite {

  static final long BYTES_AT_REST = 1_000_000;
  static final Duration TOLD_AFTER = Duration.ofSeconds(3);

  private static final long SECOND = 1_000_000_000L;

  long bytesPerClient;
  long bytesPerSubscription;

  /** Allocated for each byte that is held. */
  double bytesPerHeldByte = 1;

  /** Allocated in each second after the last message, in vain. */
  long leakedPerSecond;

  /** Of the messages that it acknowledges. */
  double shareHeld = 1;

  /** How long a subscriber whose packets are dropped is still counted. */
  Duration countsVanishedFor = Duration.ofMinutes(3);

  long bytesTakenPerSecond = 10_000_000;

  /** From then on it has ended. */
  long endsAtNanos = Long.MAX_VALUE;

  /** What comes of a run. */
  Function<Scenario, RunResult> runs = scenario -> new ExampleResult().build();

  /** Does something in each wait. */
  Runnable whileWaiting = () -> {};

  final List<Scenario> loads = new ArrayList<>();
  final List<Scenario> probes = new ArrayList<>();

  private final NavigableMap<Long, BrokerMetrics> tellings = new ConcurrentSkipListMap<>();
  private final List<ScriptedPublisher> publishers = new ArrayList<>();
  private long now = 5 * SECOND;
  private long connections;
  private long subscriptions;
  private long taken;
  private long takenBytes;
  private long lastTakenNanos;
  private long cutNanos = Long.MAX_VALUE;
  private boolean cut;

  ScriptedSite() {
    tell();
  }

  boolean isCut() {
    return cut;
  }

  long connections() {
    return connections;
  }

  long queuedMessages() {
    return Math.round(taken * shareHeld);
  }

  // The broker.

  private void tell() {
    long vanished = now - cutNanos >= countsVanishedFor.toNanos() ? 1 : 0;
    long heldBytes = Math.round(takenBytes * shareHeld);
    long leaked = taken == 0 ? 0 : (now - lastTakenNanos) / SECOND * leakedPerSecond;
    long heap =
        BYTES_AT_REST
            + connections * bytesPerClient
            + subscriptions * bytesPerSubscription
            + Math.round(heldBytes * bytesPerHeldByte)
            + leaked;
    tellings.put(
        now,
        new BrokerMetrics(
            OptionalLong.of(queuedMessages()),
            OptionalLong.of(connections - vanished),
            OptionalLong.of(heap),
            OptionalLong.of(heldBytes)));
  }

  private final Broker scripted =
      new Broker() {
        @Override
        public BrokerIdentity identity() {
          return new BrokerIdentity("Mosquitto", "0", "test", "scripted");
        }

        @Override
        public List<Endpoint> endpoints() {
          return List.of(Endpoint.mqtt("127.0.0.1", 1883));
        }

        @Override
        public Set<Capability> capabilities() {
          return EnumSet.noneOf(Capability.class);
        }

        @Override
        public OptionalLong pid() {
          return OptionalLong.empty();
        }

        @Override
        public Optional<String> failure() {
          return now >= endsAtNanos ? Optional.of("the broker has ended") : Optional.empty();
        }

        @Override
        public List<String> logTail(int lines) {
          return List.of();
        }

        @Override
        public BrokerMetrics metrics() {
          Map.Entry<Long, BrokerMetrics> told = tellings.floorEntry(now - TOLD_AFTER.toNanos());
          return told == null ? tellings.firstEntry().getValue() : told.getValue();
        }

        @Override
        public void close() {}
      };

  @Override
  public Broker broker() {
    return scripted;
  }

  @Override
  public Broker reached() {
    return scripted;
  }

  // Time.

  @Override
  public NanoClock clock() {
    return () -> now;
  }

  @Override
  public Clock wallClock() {
    return Clock.systemUTC();
  }

  @Override
  public void pause(Duration time) throws InterruptedException {
    whileWaiting.run();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    now += time.toNanos();
    for (ScriptedPublisher publisher : publishers) {
      publisher.answer(time);
    }
    tell();
  }

  @Override
  public Cut cut(InetAddress client) {
    cut = true;
    cutNanos = now;
    return () -> cut = false;
  }

  // Clients.

  @Override
  public ClientDriverProvider driver() {
    return new ClientDriverProvider() {
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
        return new ScriptedDriver();
      }
    };
  }

  private final class ScriptedDriver implements ClientDriver {
    @Override
    public List<Lane> lanes() {
      return List.of(
          new Lane() {
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
          });
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
  }

  private final class ScriptedSubscriber implements Subscriber {
    private final SubscriberSpec spec;
    private final SubscriberListener listener;

    ScriptedSubscriber(SubscriberSpec spec, SubscriberListener listener) {
      this.spec = spec;
      this.listener = listener;
    }

    @Override
    public void connect() {
      connections++;
      tell();
      listener.onConnected(now, false);
    }

    @Override
    public void subscribe() {
      subscriptions += spec.filters().size();
      tell();
      listener.onSubscribed(now, spec.qos());
    }

    @Override
    public void disconnect() {
      connections--;
      tell();
      listener.onDisconnected(now, null);
    }

    @Override
    public void forget() {
      taken = 0;
      takenBytes = 0;
      tell();
      listener.onDisconnected(now, null);
    }

    @Override
    public void abort() {
      throw new UnsupportedOperationException();
    }
  }

  private final class ScriptedPublisher implements Publisher {
    private final PublisherSpec spec;
    private final PublisherListener listener;
    private final Queue<Long> inFlight = new ArrayDeque<>();
    private double credit;

    ScriptedPublisher(PublisherSpec spec, PublisherListener listener) {
      this.spec = spec;
      this.listener = listener;
    }

    void answer(Duration time) {
      credit += time.toNanos() / 1e9 * bytesTakenPerSecond;
      while (credit >= spec.payloadBytes() && !inFlight.isEmpty()) {
        credit -= spec.payloadBytes();
        long sequence = inFlight.remove();
        taken++;
        takenBytes += spec.payloadBytes();
        lastTakenNanos = now;
        listener.onAcknowledged(sequence, 0, now);
      }
      credit = inFlight.isEmpty() ? 0 : credit;
    }

    @Override
    public void connect() {
      connections++;
      tell();
      listener.onConnected(now, false);
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

    @Override
    public void disconnect() {
      connections--;
      tell();
      listener.onDisconnected(now, null);
    }

    @Override
    public void abort() {
      throw new UnsupportedOperationException();
    }
  }

  // Runs.

  @Override
  public StepRigs.Rig rig(Scenario scenario, RunListener listener) {
    loads.add(scenario);
    return rig(
        scenario,
        () ->
            listener.onProgress(
                new Progress(
                    Phase.WARM_UP,
                    Duration.ZERO,
                    Duration.ZERO,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    OptionalDouble.empty(),
                    0)));
  }

  @Override
  public StepRigs.Rig probeRig(Scenario scenario, RunListener listener) {
    return besideRig(scenario);
  }

  @Override
  public StepRigs.Rig besideRig(Scenario scenario) {
    synchronized (probes) { // another thread's
      probes.add(scenario);
    }
    return rig(scenario, () -> {});
  }

  private StepRigs.Rig rig(Scenario scenario, Runnable course) {
    return new StepRigs.Rig() {
      @Override
      public RunResult run() {
        course.run();
        RunResult result = runs.apply(scenario);
        tell();
        return result;
      }

      @Override
      public void stop() {}
    };
  }
}
