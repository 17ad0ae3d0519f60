package io.brokerbench.jms;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.jms.client.ClientFile;
import io.brokerbench.jms.client.ClientFileReader;
import io.brokerbench.jms.client.ClientLibrary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code jms:FILE.yaml}, or {@code jms:NAME} for a client that ships with the tool. */
public final class AnyJmsDriverProvider implements ClientDriverProvider {

  /** Of all its selectors. */
  public static final String PREFIX = "jms:";

  private static final String ANY = "jms:FILE.yaml";

  /** For the service loader. */
  public AnyJmsDriverProvider() {}

  @Override
  public String name() {
    return ANY;
  }

  @Override
  public String description() {
    return "JMS with any client library that a file describes: its class path, its connection"
        + " factory, its properties";
  }

  @Override
  public Set<Protocol> protocols() {
    return EnumSet.of(Protocol.JMS);
  }

  @Override
  public boolean accepts(String selector) {
    return selector.startsWith(PREFIX);
  }

  @Override
  public ClientDriverProvider of(String selector) {
    ClientLibrary library = library(selector);
    return new OfOne(selector, library.file(), Optional.of(library));
  }

  /** The libraries that ship with the tool. */
  public static List<ClientLibrary> shipped() {
    return ClientFileReader.SHIPPED.stream().map(ClientFileReader::shipped).toList();
  }

  /**
   * The library that a selector names.
   *
   * @param selector {@code jms:NAME} or {@code jms:FILE.yaml}
   * @throws DefinitionException if there is none, or no library in the file
   */
  public static ClientLibrary library(String selector) {
    String name = selector.substring(PREFIX.length());
    Optional<Path> file = ScenarioFormat.fileOf(name);
    try {
      return file.map(ClientFileReader::read).orElseGet(() -> ClientFileReader.shipped(name));
    } catch (DefinitionException e) {
      throw file.isPresent()
          ? e
          : new DefinitionException("--driver " + selector + ": " + e.getMessage(), e);
    }
  }

  @Override
  public List<ClientDriverProvider> listed() {
    List<ClientDriverProvider> all = new ArrayList<>();
    for (String name : ClientFileReader.SHIPPED) {
      all.add(new OfOne(PREFIX + name, ClientFileReader.describe(name), Optional.empty()));
    }
    all.add(this);
    return all;
  }

  @Override
  public long fileDescriptorsFor(long connections) {
    return OfOne.files(connections);
  }

  @Override
  public ClientDriver open(DriverSettings settings) {
    throw new DefinitionException("--driver", "the name of a client or a file after jms:", ANY);
  }

  /**
   * Makes clients of one library.
   *
   * @param name as it was selected
   * @param file what is known of the library
   * @param library once it is loaded
   */
  private record OfOne(String name, ClientFile file, Optional<ClientLibrary> library)
      implements ClientDriverProvider {

    /** Of selectors and jars. */
    private static final long DESCRIPTORS_OF_THE_DRIVER = 100;

    /** Its socket: connections of a library share its selectors. */
    private static final int FILES_OF_A_CONNECTION = 1;

    static long files(long connections) {
      return connections * FILES_OF_A_CONNECTION + DESCRIPTORS_OF_THE_DRIVER;
    }

    @Override
    public ClientDriverProvider of(String selector) {
      return library.isPresent() ? this : new AnyJmsDriverProvider().of(selector);
    }

    @Override
    public String description() {
      return file.description().orElse(file.title());
    }

    @Override
    public Set<Protocol> protocols() {
      return EnumSet.of(Protocol.JMS);
    }

    @Override
    public Set<DriverFeature> features() {
      EnumSet<DriverFeature> all = EnumSet.copyOf(JmsDriver.FEATURES);
      if (file.usesPrefetch(false)) {
        all.add(DriverFeature.JMS_PREFETCH);
      }
      if (file.usesPrefetch(true)) {
        all.add(DriverFeature.JMS_PREFETCH_OVER_TLS);
      }
      if (file.delaysDelivery()) {
        all.add(DriverFeature.DELIVERY_DELAY);
      }
      return all;
    }

    @Override
    public JmsProtocol jmsProtocol() {
      return file.protocol();
    }

    @Override
    public Set<JmsAcknowledgement> jmsAcknowledgements() {
      EnumSet<JmsAcknowledgement> all = EnumSet.allOf(JmsAcknowledgement.class);
      if (file.preSettled().isEmpty()) {
        all.remove(JmsAcknowledgement.PRE_SETTLED);
      }
      return all;
    }

    @Override
    public boolean sharesJmsSubscriptions() {
      return file.sharedSubscriptions();
    }

    /** Where the file says what the library needs for TLS. */
    @Override
    public Set<CipherSuite> cipherSuites() {
      return file.tls().isPresent() ? CipherSuite.OF_CERTIFICATES : Set.of();
    }

    @Override
    public long fileDescriptorsFor(long connections) {
      return files(connections);
    }

    @Override
    public boolean reconnects() {
      return true;
    }

    @Override
    public ClientDriver open(DriverSettings settings) {
      ClientLibrary loaded =
          library.orElseThrow(() -> new IllegalStateException(name + " is not loaded"));
      return new JmsDriver(settings, new FactoryLibrary(loaded, settings));
    }
  }
}
