package io.brokerbench.testkit.driver;

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
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Another driver on a machine that is too slow: each message takes its lane some time. */
public class SlowDriver implements ClientDriverProvider {

  private final ClientDriverProvider driver;
  private final String name;
  private final long messageNanos;

  /**
   * Slows a driver down.
   *
   * @param name of its own
   * @param perMessage time that a lane takes for each message, in which it does nothing else
   */
  public SlowDriver(ClientDriverProvider driver, String name, Duration perMessage) {
    this.driver = driver;
    this.name = name;
    this.messageNanos = perMessage.toNanos();
  }

  @Override
  public ClientDriver open(DriverSettings settings) {
    ClientDriver opened = driver.open(settings);
    return new ClientDriver() {
      @Override
      public List<Lane> lanes() {
        return opened.lanes();
      }

      @Override
      public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
        return slow(opened.publisher(spec, lane, listener));
      }

      @Override
      public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
        return opened.subscriber(spec, lane, listener);
      }

      @Override
      public String transport() {
        return opened.transport();
      }

      @Override
      public void close() {
        opened.close();
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
    return name;
  }

  @Override
  public String description() {
    return driver.description();
  }

  @Override
  public Set<Protocol> protocols() {
    return driver.protocols();
  }

  @Override
  public long fileDescriptorsFor(long connections) {
    return driver.fileDescriptorsFor(connections);
  }
}
