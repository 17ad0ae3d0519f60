package io.brokerbench.containers.mosquitto;

import io.brokerbench.containers.recipe.RecipeBroker;

/** {@code process:mosquitto}: the recipe of the broker that most machines have. */
public final class MosquittoProvider extends RecipeBroker {

  /** By this name selectors mean it. */
  public static final String SELECTOR = "process:mosquitto";

  /** For the service loader. */
  public MosquittoProvider() {
    super(SELECTOR, "mosquitto");
  }
}
