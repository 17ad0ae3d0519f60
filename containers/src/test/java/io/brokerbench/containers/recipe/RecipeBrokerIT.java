package io.brokerbench.containers.recipe;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.testkit.kit.BrokerKit;
import org.junit.jupiter.api.condition.EnabledIf;

/** The recipe of Mosquitto is as good as its provider. */
@EnabledIf(
    value = "io.brokerbench.containers.Installed#mosquitto",
    disabledReason = "mosquitto is not installed (apt-get install mosquitto)")
class RecipeBrokerIT extends BrokerKit {

  @Override
  protected BrokerProvider provider() {
    return new RecipeProvider().of("recipe:mosquitto");
  }
}
