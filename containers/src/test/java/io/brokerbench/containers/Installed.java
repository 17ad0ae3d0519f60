package io.brokerbench.containers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.containers.process.Executables;

/** Skips tests of brokers that this machine doesn't have. */
public final class Installed {

  private Installed() {}

  /** Whether this machine has a mosquitto; for conditions of whole classes. */
  public static boolean mosquitto() {
    return Executables.INSTALLED.find("mosquitto").isPresent();
  }

  static void assume(String selector) {
    assumeTrue(!selector.equals("process:mosquitto") || mosquitto(), "mosquitto is not installed");
  }
}
