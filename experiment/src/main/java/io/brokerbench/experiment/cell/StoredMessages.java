package io.brokerbench.experiment.cell;

import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.Qos;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A durable subscriber that has said goodbye, and messages that the broker holds for it. Closing it
 * ends the subscriber's session, and with it the messages.
 */
final class StoredMessages implements AutoCloseable {

  private static final String TOPIC = "stored/messages";
  private static final Duration BRIEF = Duration.ofSeconds(5);

  private final UncountedClients clients;
  private final StorePlan plan;
  private final CellStepReporter steps;
  private final ClientProgress watch = new ClientProgress();
  private final Subscriber subscriber;
  private final String id;
  private boolean durable;
  private boolean filled;

  StoredMessages(CellBrokers brokers, StorePlan plan, CellStepReporter steps) throws RunException {
    this.plan = plan;
    this.steps = steps;
    this.clients = new UncountedClients(brokers, Duration.ofSeconds(60), List.of());
    this.id = "bbs" + Long.toString(brokers.clock().nanoTime(), 36);
    this.subscriber =
        clients.subscriber(
            new SubscriberSpec(id + "c", TOPIC, Optional.empty(), Qos.AT_LEAST_ONCE, true), watch);
  }

  /** Has the subscriber come and go, and fills its queue. */
  void fill() throws RunException, InterruptedException {
    clients.carryOut("connecting", subscriber::connect, () -> watch.connected() == 1);
    clients.carryOut("subscribing", subscriber::subscribe, () -> watch.subscribed() == 1);
    clients.carryOut("leaving", subscriber::disconnect, () -> watch.left() == 1);
    durable = true;
    if (plan.bytes() > 0) {
      new BulkPublisher(clients, plan, id + "p", TOPIC).fill(steps);
    }
    filled = true;
  }

  @Override
  public void close() {
    try {
      if (durable) {
        clients.lane().execute(subscriber::forget);
        // After a stop there is no reason to wait long, and the broker may hang.
        Duration patience = filled ? UncountedClients.PATIENCE : BRIEF;
        clients.await("leaving", patience, () -> watch.left() == 2);
      }
    } catch (RunException e) {
      // The broker of the cell is about to go, and its sessions with it.
      durable = false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      clients.close();
    }
  }
}
