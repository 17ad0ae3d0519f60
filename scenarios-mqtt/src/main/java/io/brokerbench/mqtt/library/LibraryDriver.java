package io.brokerbench.mqtt.library;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.result.NegotiatedTls;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Clients of a library, on lanes that have a thread each. */
public abstract class LibraryDriver implements ClientDriver {

  /** What drivers on client libraries can do. */
  public static final Set<DriverFeature> FEATURES =
      Collections.unmodifiableSet(
          EnumSet.complementOf(
              EnumSet.of(
                  DriverFeature.CLIENT_PRE_SHARED_KEYS,
                  DriverFeature.WILLS,
                  DriverFeature.REQUESTS,
                  DriverFeature.SLOW_CONSUMERS,
                  DriverFeature.TLS_RESUMPTION)));

  private final LinkPlan plan;
  private final List<LibraryLane> lanes;

  /**
   * A driver.
   *
   * @param name as its provider has it
   * @param executors makes the executor of a lane, of one thread
   * @throws DefinitionException if libraries cannot connect as asked
   */
  protected LibraryDriver(
      String name,
      DriverSettings settings,
      Function<ThreadFactory, ScheduledExecutorService> executors) {
    this.plan = new LinkPlan(name, settings);
    this.lanes =
        IntStream.range(0, settings.laneCount())
            .mapToObj(i -> new LibraryLane(i, name, settings.clock(), executors))
            .toList();
  }

  /**
   * Makes a link.
   *
   * @param publisher whose link it is; empty for a subscriber's
   */
  protected abstract Link link(LinkSettings settings, Optional<PublisherSpec> publisher);

  /** Begins to end the executor of a lane. */
  protected void beginShutdown(ScheduledExecutorService executor) {
    executor.shutdownNow();
  }

  @Override
  public final List<Lane> lanes() {
    return List.copyOf(lanes);
  }

  @Override
  public final Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
    LinkSettings settings =
        plan.publisher(spec.clientId(), spec.identity(), lanes.get(lane.index()));
    return new LibraryPublisher(settings, link(settings, Optional.of(spec)), spec, listener);
  }

  @Override
  public final Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
    LinkSettings settings = plan.subscriber(spec, lanes.get(lane.index()));
    return new LibrarySubscriber(settings, link(settings, Optional.empty()), spec, listener);
  }

  @Override
  public final Optional<NegotiatedTls> negotiatedTls() {
    return plan.negotiatedTls();
  }

  @Override
  public void close() {
    lanes.forEach(lane -> beginShutdown(lane.executor()));
    boolean interrupted = false;
    for (LibraryLane lane : lanes) {
      try {
        lane.awaitShutdown();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
