package io.brokerbench.jms.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Optional;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientFileReaderTest {

  private static final String PLAIN =
      """
      title: A client
      protocol: openwire
      factory: %s
      completions: true
      sharedSubscriptions: false
      mostPrefetch: 1000
      properties:
        url: tcp://${host}:${port}?prefetch=${prefetch}&alive=${keepAlive}
        retries: 3
        eager: true
        mode: FAST
      producers:
        retries: 4
      """
          .formatted(Factory.class.getName());

  @TempDir private Path folder;

  /** A client, as a product would bring it. */
  public static class Factory implements ConnectionFactory {

    private String url = "";
    private int retries;
    private boolean eager;
    private Mode mode = Mode.SAFE;

    /** A choice. */
    public enum Mode {
      SAFE,
      FAST
    }

    public void setUrl(String url) {
      this.url = url;
    }

    public void setRetries(int retries) {
      if (retries < 0) {
        throw new IllegalArgumentException("less than nothing");
      }
      this.retries = retries;
    }

    public void setEager(boolean eager) {
      this.eager = eager;
    }

    public void setMode(Mode mode) {
      this.mode = mode;
    }

    @Override
    public Connection createConnection() throws JMSException {
      throw new JMSException("none");
    }

    @Override
    public Connection createConnection(String user, String password) throws JMSException {
      throw new JMSException("none");
    }

    @Override
    public JMSContext createContext() {
      throw new UnsupportedOperationException();
    }

    @Override
    public JMSContext createContext(String user, String password) {
      throw new UnsupportedOperationException();
    }

    @Override
    public JMSContext createContext(String user, String password, int mode) {
      throw new UnsupportedOperationException();
    }

    @Override
    public JMSContext createContext(int mode) {
      throw new UnsupportedOperationException();
    }
  }

  /** A client whose properties have no setters of their own. */
  public static class Named extends Factory {

    private final Map<String, String> properties = new HashMap<>();

    public void setProperty(String name, String value) {
      if (!name.startsWith("own")) {
        throw new IllegalArgumentException("there is no property " + name);
      }
      properties.put(name, value);
    }
  }

  @Test
  void propertiesWithoutSettersAreSetByTheirNames() throws Exception {
    String text =
        """
        title: A client
        protocol: jms
        factory: %s
        completions: true
        sharedSubscriptions: false
        properties:
          ownList: "mq://${host}:${port}/jms"
          retries: 3
        """
            .formatted(Named.class.getName());
    Path file = Files.writeString(folder.resolve("own.yaml"), text);
    ClientLibrary library = ClientFileReader.read(file);
    Endpoint endpoint = new Endpoint(Listener.JMS, "broker.example", 7676);
    Named named = (Named) library.factory(endpoint, true, 10, Duration.ofSeconds(60), Map.of());
    assertThat(named.properties)
        .containsExactly(Map.entry("ownList", "mq://broker.example:7676/jms"));
    assertThat(((Factory) named).retries).isEqualTo(3);
    Path wrong = Files.writeString(file, text.replace("ownList", "listing"));
    assertThatThrownBy(() -> ClientFileReader.read(wrong))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("properties.listing")
        .hasMessageContaining("there is no property listing");
  }

  /** A directory with one factory, whose address is that of the directory. */
  public static class Directory implements InitialContextFactory {

    @Override
    @SuppressWarnings({"BanJNDI", "JdkObsolete"}) // as each directory
    public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
      return new InitialContext(true) {
        @Override
        public Object lookup(String name) {
          Factory factory = new Factory();
          factory.setUrl(name + " of " + environment.get("java.naming.provider.url"));
          return factory;
        }
      };
    }
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("my.yaml"), text);
  }

  private static Factory made(ClientLibrary library, boolean consumes) throws JMSException {
    return (Factory)
        library.factory(
            new Endpoint(Listener.OPENWIRE, "::1", 61616),
            consumes,
            100_000,
            Duration.ofSeconds(5),
            Map.of());
  }

  @Test
  void aFactoryGetsItsPropertiesAndThoseOfProducersInTheirPlace() throws Exception {
    ClientLibrary library = ClientFileReader.read(file(PLAIN));
    assertThat(library.file().protocol()).isEqualTo(JmsProtocol.OPENWIRE);
    Factory consuming = made(library, true);
    assertThat(consuming.url).isEqualTo("tcp://[::1]:61616?prefetch=1000&alive=5000");
    assertThat(consuming.retries).isEqualTo(3);
    assertThat(consuming.eager).isTrue();
    assertThat(consuming.mode).isEqualTo(Factory.Mode.FAST);
    Factory producing = made(library, false);
    assertThat(producing.url).isEqualTo(consuming.url);
    assertThat(producing.retries).isEqualTo(4);
  }

  @Test
  void overTlsItsPropertiesStandInPlaceOfTheOthers() throws Exception {
    ClientLibrary library =
        ClientFileReader.read(
            file(
                PLAIN
                    + """
                    tls:
                      properties:
                        url: ssl://${host}:${port}?trust=${trustStore}&pass=${storePassword}&only=${ciphers}
                      producers:
                        retries: 5
                    """));
    Path trust;
    try (TlsStores stores = new TlsStores(Access.OPEN)) {
      Map<String, String> values =
          stores.values(Optional.of(CipherSuite.ECDHE_RSA_AES256_GCM), Optional.empty());
      Factory consuming = secured(library, true, values);
      assertThat(consuming.url)
          .isEqualTo(
              "ssl://a:61617?trust=%s&pass=%s&only=%s",
              values.get("trustStore"),
              values.get("storePassword"),
              "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384");
      assertThat(consuming.retries).isEqualTo(3);
      assertThat(secured(library, false, values).retries).isEqualTo(5);
      trust = Path.of(values.get("trustStore"));
      assertThat(trust).exists();
    }
    assertThat(trust.getParent()).doesNotExist();
    assertThat(made(library, true).url).startsWith("tcp://");
  }

  private static Factory secured(
      ClientLibrary library, boolean consumes, Map<String, String> values) throws JMSException {
    return (Factory)
        library.factory(
            new Endpoint(Listener.OPENWIRES, "a", 61617),
            consumes,
            100_000,
            Duration.ofSeconds(5),
            values);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "properties: {url: '${trust}'} | tls.properties.url: there is no placeholder ${trust}",
        "properties: {uri: x} | tls.properties.uri: Factory has no such property; did you mean url",
        "factory: no.Such | tls.factory: there is no class no.Such"
      })
  void whatIsWrongOfTlsIsNamed(String tls, String error) throws Exception {
    Path file = file(PLAIN + "tls: {" + tls + "}\n");
    assertThatThrownBy(() -> ClientFileReader.read(file))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(error);
  }

  @Test
  void placeholdersOfTlsAreForTlsAlone() throws Exception {
    Path file = file(PLAIN.replace("${prefetch}", "${trustStore}"));
    assertThatThrownBy(() -> ClientFileReader.read(file))
        .hasMessageContaining("properties.url: there is no placeholder ${trustStore}");
  }

  @Test
  void aDirectoryHasTheFactory() throws Exception {
    ClientLibrary library =
        ClientFileReader.read(
            file(
                """
                title: A client
                protocol: amqp
                completions: false
                sharedSubscriptions: true
                jndi:
                  name: Factory
                  environment:
                    java.naming.factory.initial: %s
                    java.naming.provider.url: amqp://${host}:${port}
                """
                    .formatted(Directory.class.getName())));
    assertThat(made(library, true).url).isEqualTo("Factory of amqp://[::1]:61616");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "retries: 3 | retrys: 3 | properties.retrys: Factory has no such property; did you mean"
            + " retries?",
        "retries: 3 | retries: many | properties.retries: a number of the type int, not many",
        "retries: 3 | retries: -1 | properties.retries: -1 is refused: less than nothing",
        "eager: true | eager: yeah | properties.eager: true or false, not yeah",
        "mode: FAST | mode: LAZY | properties.mode: one of [SAFE, FAST], not LAZY",
        "${prefetch} | ${prefech} | properties.url: there is no placeholder ${prefech}; did you"
            + " mean prefetch?",
        "protocol: openwire | protocol: stomp | protocol",
        "factory: | factoy: | factoy",
        "title: A client | classPath: [no/such.jar] | classPath.0: a jar, or a folder with jars;",
        "ClientFileReaderTest$Factory | ClientFileReaderTest$None | factory: there is no class",
        "ClientFileReaderTest$Factory | ClientFileReaderTest | factory: ",
        "title: A client | classPath: ['shipped:nothing'] | classPath.0: there are no jars nothing",
      })
  void whatIsWrongIsNamedInOneLine(String right, String wrong, String message) throws Exception {
    String text = PLAIN.replace(right, wrong);
    if (wrong.startsWith("classPath")) {
      text = "title: A client\n" + text;
    }
    Path file = file(text);
    assertThatThrownBy(() -> ClientFileReader.read(file))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("my.yaml")
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aClassThatIsNoFactoryIsNamed() throws Exception {
    Path file = file(PLAIN.replace(Factory.class.getName(), "java.lang.String"));
    assertThatThrownBy(() -> ClientFileReader.read(file))
        .hasMessageContaining("factory: java.lang.String is no jakarta.jms.ConnectionFactory");
  }

  @Test
  void aFactoryAndADirectoryAreOneTooMany() throws Exception {
    Path file =
        file(
            PLAIN
                + """
                jndi:
                  name: Factory
                  environment: {java.naming.factory.initial: java.lang.String}
                """);
    assertThatThrownBy(() -> ClientFileReader.read(file))
        .hasMessageContaining("either factory or jndi is needed, and not both");
  }

  @ParameterizedTest
  @ValueSource(strings = {"artemis-core", "openwire"})
  void thoseThatShipAreDescribed(String name) {
    assertThat(ClientFileReader.describe(name).description()).isPresent();
  }

  @Test
  void aNameThatDoesNotShipGetsTheNearest() {
    assertThatThrownBy(() -> ClientFileReader.shipped("openwir"))
        .hasMessage("no JMS client openwir; did you mean openwire?");
  }
}
