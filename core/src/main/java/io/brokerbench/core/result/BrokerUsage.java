package io.brokerbench.core.result;

import java.util.OptionalDouble;

/**
 * What the broker's process used over the steady state.
 *
 * @param cpuSeconds user and system time, child processes included
 * @param cpuPercentOfCore CPU time over elapsed time; 100 is one core
 * @param cpuPercentOfSystem the same, as a share of all cores
 * @param cpuMicrosPerMessage CPU time for each message sent; absent where it is not known to 10 %,
 *     or is for several groups of clients
 * @param cpuMicrosPerDelivery the same for each delivery made
 * @param peakRssBytes most resident memory at any time of the run
 * @param projectedPerSecondAtOneCore deliveries per second / CPU share of one core: the deliveries
 *     that one full core would make if cost grew evenly; absent where cpuMicrosPerDelivery is
 * @param projectedPerSecondAtFullCpu the same for all cores of the system
 */
public record BrokerUsage(
    double cpuSeconds,
    double cpuPercentOfCore,
    double cpuPercentOfSystem,
    OptionalDouble cpuMicrosPerMessage,
    OptionalDouble cpuMicrosPerDelivery,
    long peakRssBytes,
    OptionalDouble projectedPerSecondAtOneCore,
    OptionalDouble projectedPerSecondAtFullCpu) {

  /**
   * What a broker would carry at 100 % CPU if cost grew evenly: rate / CPU% x 100. With the CPU of
   * one core it is the rate per core, with that of all cores the rate of the machine.
   *
   * @param perSecond rate that was kept
   * @param cpuPercent mean CPU at that rate
   * @return events per second; 0 where no CPU was used
   */
  public static double atFullCpu(double perSecond, double cpuPercent) {
    return cpuPercent == 0 ? 0 : perSecond / cpuPercent * 100;
  }
}
