package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.kit.CompatibilityKit;
import io.brokerbench.kit.KitBroker;
import io.brokerbench.kit.KitRow;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The whole kit on each product in a container whose image can be made here: each claim of its
 * recipe, with the settings that the recipe gives it.
 */
@Tag("release")
@Tag("containers")
class ProductKitIT {

  /** Enough to cut a burst that a limit of queues would. */
  private static final int BURST = 2_000;

  /** What RabbitMQ claims follows its version, which the tag of the older image hides. */
  @ParameterizedTest
  @CsvSource(textBlock = LocalImages.MADE_HERE)
  void doesWhatItClaims(String product, String tag) throws Exception {
    assumeFalse(product.equals("rabbitmq") && tag.equals("local"), "its tag is no version");
    DockerEngine docker = LocalImages.assume(product, tag);
    String selector = LocalImages.selector(product, tag);
    BrokerProvider provider = Providers.of(product);
    try (KitBroker broker = KitBroker.start(provider, selector, BURST)) {
      List<KitRow> rows = new CompatibilityKit(broker).run(row -> {});
      assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row.problem()).isEmpty());
    }
    assertThat(docker.remove(ContainerSession.labels())).as("containers left").isZero();
  }
}
