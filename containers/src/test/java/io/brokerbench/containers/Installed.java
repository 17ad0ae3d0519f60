package io.brokerbench.containers;

import io.brokerbench.containers.network.NftPacketLoss;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.testkit.RequiredProgram;

/** Skips tests of brokers that this machine does not have. */
public final class Installed {

  private Installed() {}

  /** Whether this machine has a mosquitto; for conditions of whole classes. */
  public static boolean mosquitto() {
    return RequiredProgram.MOSQUITTO.executable().isPresent();
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
    if (selector.equals("process:mosquitto")) {
      RequiredProgram.MOSQUITTO.orSkip();
    }
  }
}
