package io.brokerbench.jms;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.jms.util.MetaDataSupport;

/** Clients of the Qpid JMS library. */
final class QpidDriver implements ClientDriver {

  /** Threads that wait for the broker: connects and subscriptions that are under way at once. */
  private static final int WAITING_THREADS = 16;

  private static final List<String> LIBRARY_THREADS =
      List.of("SharedNettyEventLoopGroup", "AmqpProvider", "JmsSession");

  private final DriverSettings settings;
  private final ConnectionPlan plan;
  private final List<QpidLane> lanes = new ArrayList<>();
  private final Queue<JmsLink> links = new ConcurrentLinkedQueue<>();
  private final SharedSubscriptionMembers subscriptions = new SharedSubscriptionMembers();
  private final ThreadPoolExecutor waiting;
  private JmsLink shared;
  private int sharing;

  QpidDriver(DriverSettings settings) {
    this.settings = settings;
    JmsConsumers consumers =
        settings.jms().orElseGet(() -> JmsConsumers.of(JmsAcknowledgement.AUTO));
    int count = settings.laneCount();
    this.plan = new ConnectionPlan(settings, consumers, count);
    this.waiting =
        new ThreadPoolExecutor(
            WAITING_THREADS,
            WAITING_THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "qpid-waiting");
              thread.setDaemon(true);
              return thread;
            });
    waiting.allowCoreThreadTimeOut(true);
    for (int i = 0; i < count; i++) {
      lanes.add(new QpidLane(i, settings.clock()));
    }
  }

  @Override
  public List<Lane> lanes() {
    return List.copyOf(lanes);
  }

  @Override
  public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
    JmsLink link =
        new JmsLink(plan, settings.publishing(), Optional.empty(), false, spec.identity().login());
    links.add(link);
    QpidSubscriber.Parts parts = parts(link, lane);
    QpidPublisher publisher =
        plan.consumers().acknowledgement() == JmsAcknowledgement.TRANSACTED
            ? new TransactedPublisher(parts, plan.consumers(), spec, listener)
            : new SettledPublisher(parts, plan.consumers(), spec, listener);
    parts.lane().eachTurn(publisher::look);
    return publisher;
  }

  @Override
  public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
    QpidSubscriber.Parts parts = parts(linkOf(spec), lane);
    QpidSubscriber subscriber = new QpidSubscriber(parts, plan.consumers(), spec, listener);
    parts.lane().eachTurn(subscriber::drain);
    return subscriber;
  }

  private QpidSubscriber.Parts parts(JmsLink link, Lane lane) {
    return new QpidSubscriber.Parts(
        link, lanes.get(lane.index()), waiting, subscriptions, settings.clock());
  }

  /**
   * Consumers are dealt to connections as they come. One whose subscription is its own connection's
   * has the name of its first consumer; shared subscriptions belong to no single client.
   */
  private synchronized JmsLink linkOf(SubscriberSpec spec) {
    if (sharing == 0) {
      boolean own =
          spec.persistent()
              && spec.sharedGroup().isEmpty()
              && plan.consumers().destination() == JmsConsumers.Destination.TOPIC;
      shared =
          new JmsLink(
              plan,
              settings.consuming(),
              own ? Optional.of(spec.clientId()) : Optional.empty(),
              true,
              spec.identity().login());
      links.add(shared);
    }
    sharing = (sharing + 1) % plan.consumers().consumersPerConnection();
    return shared;
  }

  @Override
  public String transport() {
    return MetaDataSupport.PROVIDER_NAME + " " + MetaDataSupport.PROVIDER_VERSION;
  }

  @Override
  public Optional<NegotiatedTls> negotiatedTls() {
    return plan.negotiatedTls();
  }

  /** Event loops of connections, and one thread for each session that delivers. */
  @Override
  public boolean hasThread(String name) {
    return LIBRARY_THREADS.stream().anyMatch(name::startsWith);
  }

  @Override
  public void close() {
    if (waiting.isShutdown()) {
      return;
    }
    links.forEach(JmsLink::drop);
    for (JmsLink link : links) {
      waiting.execute(() -> link.discard(null));
    }
    lanes.forEach(QpidLane::beginShutdown);
    waiting.shutdown();
    try {
      for (QpidLane lane : lanes) {
        lane.awaitShutdown();
      }
      if (!waiting.awaitTermination(5, TimeUnit.SECONDS)) {
        waiting.shutdownNow();
      }
    } catch (InterruptedException e) {
      waiting.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
