package io.brokerbench.jms;

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
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.security.ClientIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Clients of one JMS library. */
final class JmsDriver implements ClientDriver {

  /** What drivers of JMS can do, whatever their library is. */
  static final Set<DriverFeature> FEATURES =
      Set.of(
          DriverFeature.CLIENT_LOGINS,
          DriverFeature.CLIENT_CERTIFICATES,
          DriverFeature.REQUESTS,
          DriverFeature.PAYLOAD_TEMPLATES,
          DriverFeature.PAYLOAD_SIZES,
          DriverFeature.PROOF_PROPERTIES,
          DriverFeature.SEVERAL_TOPICS);

  private final DriverSettings settings;
  private final JmsLibrary library;
  private final JmsConsumers consumers;
  private final List<JmsLane> lanes = new ArrayList<>();
  private final Queue<JmsLink> links = new ConcurrentLinkedQueue<>();
  private final SharedSubscriptionMembers subscriptions = new SharedSubscriptionMembers();
  private final ReplyQueues replyQueues = new ReplyQueues();

  /** As many threads as steps wait for the broker: a limit of ours would be taken for its own. */
  private final ExecutorService waiting =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "jms-waiting");
            thread.setDaemon(true);
            return thread;
          });

  private JmsLink shared;
  private int sharing;

  JmsDriver(DriverSettings settings, JmsLibrary library) {
    this.settings = settings;
    this.library = library;
    this.consumers = consumers(settings);
    for (int i = 0; i < settings.laneCount(); i++) {
      lanes.add(new JmsLane(i, settings.clock()));
    }
  }

  /** How consumers consume. */
  static JmsConsumers consumers(DriverSettings settings) {
    return settings.jms().orElseGet(() -> JmsConsumers.of(JmsAcknowledgement.AUTO));
  }

  @Override
  public List<Lane> lanes() {
    return List.copyOf(lanes);
  }

  @Override
  public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
    JmsLink link = link(settings.publishing(), Optional.empty(), false, spec.identity());
    links.add(link);
    JmsSubscriber.Parts parts = parts(link, lane);
    JmsPublisher publisher =
        consumers.acknowledgement() == JmsAcknowledgement.TRANSACTED
            ? new TransactedPublisher(parts, consumers, settings.jmsProducers(), spec, listener)
            : new SettledPublisher(parts, consumers, settings.jmsProducers(), spec, listener);
    parts.lane().eachTurn(publisher::look, JmsLane.SOON_NANOS);
    return publisher;
  }

  private JmsLink link(
      Target target, Optional<String> clientId, boolean consumes, ClientIdentity identity) {
    return new JmsLink(library, settings.clock(), target, clientId, consumes, identity);
  }

  @Override
  public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
    JmsSubscriber.Parts parts = parts(linkOf(spec), lane);
    JmsSubscriber subscriber = new JmsSubscriber(parts, consumers, spec, listener);
    parts
        .lane()
        .eachTurn(
            subscriber::drain,
            spec.role() == SubscriberSpec.Role.CONSUMER ? JmsLane.LATER_NANOS : JmsLane.SOON_NANOS);
    return subscriber;
  }

  private JmsSubscriber.Parts parts(JmsLink link, Lane lane) {
    return new JmsSubscriber.Parts(
        link,
        lanes.get(lane.index()),
        waiting,
        subscriptions,
        replyQueues,
        this::browsingLink,
        settings.clock());
  }

  /** Of its own, as a browser holds up no consumer. */
  private JmsLink browsingLink() {
    JmsLink own = link(settings.consuming(), Optional.empty(), true, ClientIdentity.COMMON);
    links.add(own);
    return own;
  }

  /**
   * Consumers are dealt to connections as they come. One whose subscription is its own connection's
   * has the name of its first consumer; shared subscriptions belong to no single client. A
   * responder has a connection of its own, which is one of producers too where it requires that.
   */
  private synchronized JmsLink linkOf(SubscriberSpec spec) {
    if (spec.role() == SubscriberSpec.Role.RESPONDER) {
      boolean consumes =
          library.marksProducers()
              && !Responder.completes(library, spec, consumers.acknowledgement());
      JmsLink own = link(settings.consuming(), Optional.empty(), consumes, spec.identity());
      links.add(own);
      return own;
    }
    if (sharing == 0) {
      boolean own =
          spec.persistent()
              && spec.sharedGroup().isEmpty()
              && consumers.destination() == JmsConsumers.Destination.TOPIC;
      shared =
          link(
              settings.consuming(),
              own ? Optional.of(spec.clientId()) : Optional.empty(),
              true,
              spec.identity());
      links.add(shared);
    }
    sharing = (sharing + 1) % consumers.consumersPerConnection();
    return shared;
  }

  @Override
  public String transport() {
    return library.transport();
  }

  @Override
  public Optional<NegotiatedTls> negotiatedTls() {
    return library.negotiatedTls();
  }

  @Override
  public boolean hasThread(String name) {
    return JmsBrowser.isThread(name) || library.hasThread(name);
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
    lanes.forEach(JmsLane::beginShutdown);
    waiting.shutdown();
    try {
      for (JmsLane lane : lanes) {
        lane.awaitShutdown();
      }
      if (!waiting.awaitTermination(5, TimeUnit.SECONDS)) {
        waiting.shutdownNow();
      }
    } catch (InterruptedException e) {
      waiting.shutdownNow();
      Thread.currentThread().interrupt();
    } finally {
      library.close();
    }
  }
}
