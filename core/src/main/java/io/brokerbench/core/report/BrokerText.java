package io.brokerbench.core.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.RunResult;
import java.util.OptionalDouble;

/**
 * What the broker used, in words. With a fan-out both the cost and the projection are of
 * deliveries; without one a delivery is a message.
 */
final class BrokerText {

  private BrokerText() {}

  /** {@code 0.61 of a core, 61 us per message, 412 MB}. */
  static String usage(RunResult result, BrokerUsage usage) {
    return "%s of a core%s, %s"
        .formatted(
            Figures.measured(usage.cpuPercentOfCore() / 100),
            cost(result, usage),
            Figures.bytes(usage.peakRssBytes()));
  }

  /** {@code , 61 us per message}; empty where that is not known. */
  static String cost(RunResult result, BrokerUsage usage) {
    boolean fansOut = fansOut(result);
    OptionalDouble micros = fansOut ? usage.cpuMicrosPerDelivery() : usage.cpuMicrosPerMessage();
    return micros.isEmpty()
        ? ""
        : ", "
            + Figures.measured(micros.getAsDouble())
            + (fansOut ? " us per delivery" : " us per message");
  }

  /** {@code 16 400 msg/s at one full core}. */
  static String atOneCore(RunResult result, BrokerUsage usage) {
    return Figures.rate(usage.projectedPerSecondAtOneCore()) + unit(result) + " at one full core";
  }

  /** {@code 32 800 msg/s at the full system}. */
  static String atFullCpu(RunResult result, BrokerUsage usage) {
    return Figures.rate(usage.projectedPerSecondAtFullCpu()) + unit(result) + " at the full system";
  }

  private static String unit(RunResult result) {
    return fansOut(result) ? " deliveries/s" : " msg/s";
  }

  private static boolean fansOut(RunResult result) {
    return result.scenario().topology().fanOut() > 1;
  }
}
