package io.brokerbench.junit;

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
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Swarm on a machine that is too slow: each message takes its lane 20 ms. */
public final class SlowDriver implements ClientDriverProvider {

  private final ClientDriverProvider swarm = new SwarmDriverProvider();
  private final long messageNanos = Duration.ofMillis(20).toNanos();

  @Override
  public ClientDriver open(DriverSettings settings) {
    ClientDriver driver = swarm.open(settings);
    return new ClientDriver() {
      @Override
      public List<Lane> lanes() {
        return driver.lanes();
      }

      @Override
      public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
        return slow(driver.publisher(spec, lane, listener));
      }

      @Override
      public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
        return driver.subscriber(spec, lane, listener);
      }

      @Override
      public String transport() {
        return driver.transport();
      }

      @Override
      public void close() {
        driver.close();
      }
    };
  }

  private Publisher slow(Publisher publisher) {
    return new Publisher() {
      @Override
      public boolean offer(long sequence, long word0, long word1, long word2) {
        LockSupport.parkNanos(messageNanos);
        return publisher.offer(sequence, word0, word1, word2);
      }

      @Override
      public void flush() {
        publisher.flush();
      }

      @Override
      public int unacknowledged() {
        return publisher.unacknowledged();
      }

      @Override
      public void connect() {
        publisher.connect();
      }

      @Override
      public void disconnect() {
        publisher.disconnect();
      }

      @Override
      public void abort() {
        publisher.abort();
      }
    };
  }

  @Override
  public String name() {
    return "test:slow";
  }

  @Override
  public String description() {
    return swarm.description();
  }

  @Override
  public Set<Protocol> protocols() {
    return swarm.protocols();
  }

  @Override
  public long fileDescriptorsFor(long connections) {
    return swarm.fileDescriptorsFor(connections);
  }
}
