package io.brokerbench.testkit.kit;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.kit.ClaimCheck;
import io.brokerbench.kit.CompatibilityKit;
import io.brokerbench.kit.KitBroker;
import io.brokerbench.kit.KitLibrary;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Proves that a broker is what it claims to be: a provider that starts brokers is done when this
 * passes.
 *
 * <pre>
 * class ArtemisBrokerIT extends BrokerKit {
 *   &#64;Override
 *   protected BrokerProvider provider() {
 *     return new ArtemisProvider();
 *   }
 * }
 * </pre>
 *
 * <p>The checks are those of {@link CompatibilityKit}, which {@code brokerbench broker check} makes
 * too: each is a test. One broker is started for all tests of messages, and one more for each of
 * the tests of TLS, of kills and of ends.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BrokerKit {

  private KitBroker kit;

  /** For subclasses. */
  protected BrokerKit() {}

  /** Starts the broker under test. */
  protected abstract BrokerProvider provider();

  /** What is asked of the provider; its name, if this is not overridden. */
  protected String selector() {
    return provider().name();
  }

  /** Messages that a session has to keep while its client is away. */
  protected int burst() {
    return 20_000;
  }

  /** Clients of JMS that ask it besides those of the kit; a claim of JMS needs its own. */
  protected List<KitLibrary> libraries() {
    return List.of();
  }

  @BeforeAll
  final void startBroker() throws BrokerException, InterruptedException {
    kit = KitBroker.start(provider(), selector(), burst(), libraries());
  }

  @AfterAll
  final void closeBroker() {
    if (kit != null) {
      kit.close();
    }
  }

  final List<ClaimCheck> checks() {
    return new CompatibilityKit(kit).checks();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("checks")
  void holds(ClaimCheck check) throws Exception {
    check.proof().run();
  }
}
