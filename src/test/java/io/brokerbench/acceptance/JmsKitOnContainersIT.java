package io.brokerbench.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.jms.AnyJmsDriverProvider;
import io.brokerbench.jms.QpidDriverProvider;
import io.brokerbench.testkit.driver.JmsDriverKit;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Each JMS client on each product in a container that speaks its protocol. */
@Tag("release")
@Tag("containers")
class JmsKitOnContainersIT {

  private static final ClientDriverProvider QPID = new QpidDriverProvider();
  private static final ClientDriverProvider CORE =
      new AnyJmsDriverProvider().of("jms:artemis-core");
  private static final ClientDriverProvider OPENWIRE =
      new AnyJmsDriverProvider().of("jms:openwire");

  @BeforeAll
  static void requireImages() throws InterruptedException {
    for (String product : List.of("artemis", "activemq")) {
      assumeTrue(
          Commands.succeeds("docker", "image", "inspect", image(product)),
          "no Docker with an image " + image(product) + " here: scripts/build-images");
    }
  }

  private static String image(String product) {
    return "brokerbench/" + product + ":local";
  }

  @Nested
  class QpidOnArtemis extends OnArtemis {
    QpidOnArtemis() {
      super(QPID);
    }
  }

  @Nested
  class CoreOnArtemis extends OnArtemis {
    CoreOnArtemis() {
      super(CORE);
    }
  }

  @Nested
  class OpenWireOnArtemis extends OnArtemis {
    OpenWireOnArtemis() {
      super(OPENWIRE);
    }
  }

  @Nested
  class QpidOnActiveMq extends OnContainer {
    QpidOnActiveMq() {
      super(QPID, ContainerProduct.named("activemq"), "activemq");
    }
  }

  @Nested
  class OpenWireOnActiveMq extends OnContainer {
    OpenWireOnActiveMq() {
      super(OPENWIRE, ContainerProduct.named("activemq"), "activemq");
    }
  }

  abstract static class OnArtemis extends OnContainer {
    OnArtemis(ClientDriverProvider driver) {
      super(driver, ContainerProduct.named("artemis"), "artemis");
    }

    @Override
    protected boolean keepsPriorities() {
      return true;
    }
  }

  abstract static class OnContainer extends JmsDriverKit {
    private final ClientDriverProvider driver;
    private final BrokerProvider provider;
    private final String selector;

    OnContainer(ClientDriverProvider driver, BrokerProvider provider, String product) {
      this.driver = driver;
      this.provider = provider;
      this.selector = provider.name() + "=" + image(product);
    }

    @Override
    protected ClientDriverProvider provider() {
      return driver;
    }

    @Override
    protected BrokerProvider brokers() {
      return provider;
    }

    @Override
    protected String selector() {
      return selector;
    }
  }
}
