package io.brokerbench.containers.embedded;

import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.containers.process.BrokerStarter;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;

/**
 * {@code embedded:PRODUCT}, and {@code null}, each with {@link EmbeddedOptions} after a question
 * mark; each product has a subclass, for the service loader.
 */
public abstract sealed class EmbeddedProvider implements BrokerProvider {

  private final EmbeddedProduct product;

  private EmbeddedProvider(EmbeddedProduct product) {
    this.product = product;
  }

  @Override
  public final String name() {
    return product.selector();
  }

  @Override
  public String description() {
    return product.title() + " " + version() + " in a JVM of its own";
  }

  /** With jars of the user's own, the version is theirs. */
  @Override
  public final String title(String selector) {
    return EmbeddedOptions.of(selector).jars().isPresent() || version() == null
        ? name()
        : product.title() + " " + version();
  }

  @Override
  public boolean accepts(String selector) {
    return product.selector().equals(SelectorQuery.stem(selector));
  }

  @Override
  public final Set<Capability> capabilities() {
    return product.capabilities();
  }

  /** The null broker is a JVM of this tool too, and no product. */
  @Override
  public final boolean isEmbedded() {
    return !product.equals(EmbeddedProduct.NULL);
  }

  /** The heap, but for the null broker, which keeps nothing of its clients there. */
  @Override
  public final OptionalLong memoryBytes(String selector) {
    return isEmbedded()
        ? product.heapBytes(EmbeddedOptions.of(selector).jvm())
        : OptionalLong.empty();
  }

  @Override
  public final Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
    return new BrokerStarter()
        .start(
            new EmbeddedRecipe(
                product, EmbeddedLibrary.ofThisJvm(), EmbeddedOptions.of(request.selector())),
            request);
  }

  /** From the build's table of versions. */
  private String version() {
    Properties versions = new Properties();
    try (InputStream in = EmbeddedProvider.class.getResourceAsStream("versions.properties")) {
      versions.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return versions.getProperty(product.folder());
  }

  /** {@code embedded:artemis}, or {@code embedded} alone. */
  public static final class Artemis extends EmbeddedProvider {
    /** For the service loader. */
    public Artemis() {
      super(EmbeddedProduct.ARTEMIS);
    }

    @Override
    public String description() {
      return super.description() + "; the default";
    }

    @Override
    public Set<Deviation> deviations() {
      return Set.of(Deviation.REORDERS_MESSAGES);
    }

    @Override
    public boolean delaysLinks() {
      return true;
    }

    @Override
    public boolean accepts(String selector) {
      return super.accepts(selector) || "embedded".equals(SelectorQuery.stem(selector));
    }
  }

  /** {@code embedded:hivemq}. */
  public static final class HiveMq extends EmbeddedProvider {
    /** For the service loader. */
    public HiveMq() {
      super(EmbeddedProduct.HIVEMQ);
    }
  }

  /** {@code embedded:activemq}. */
  public static final class ActiveMq extends EmbeddedProvider {
    /** For the service loader. */
    public ActiveMq() {
      super(EmbeddedProduct.ACTIVEMQ);
    }

    @Override
    public Set<Deviation> deviations() {
      return Set.of(Deviation.SILENT_ABOUT_SESSIONS);
    }
  }

  /** {@code embedded:qpid}. */
  public static final class Qpid extends EmbeddedProvider {
    /** For the service loader. */
    public Qpid() {
      super(EmbeddedProduct.QPID);
    }

    @Override
    public String description() {
      return super.description() + "; AMQP only, for JMS";
    }
  }

  /** {@code null}. */
  public static final class Null extends EmbeddedProvider {
    /** For the service loader. */
    public Null() {
      super(EmbeddedProduct.NULL);
    }

    @Override
    public String description() {
      return "acknowledges and forwards, for calibration; keeps nothing; in a JVM of its own";
    }
  }
}
