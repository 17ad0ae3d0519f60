package io.brokerbench.containers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.containers.network.NftPacketLoss;
import io.brokerbench.containers.process.Executables;
import io.brokerbench.core.broker.BrokerException;

/** Skips tests of brokers that this machine doesn't have. */
public final class Installed {

  private Installed() {}

  /** Whether this machine has a mosquitto; for conditions of whole classes. */
  public static boolean mosquitto() {
    return Executables.INSTALLED.find("mosquitto").isPresent();
  }

  /** Whether rules of nftables can be made here. */
  public static boolean canFilterPackets() {
    try {
      new NftPacketLoss().requirePossible();
      return true;
    } catch (BrokerException e) {
      return false;
    }
  }

  static void assume(String selector) {
    assumeTrue(!selector.equals("process:mosquitto") || mosquitto(), "mosquitto is not installed");
  }
}
