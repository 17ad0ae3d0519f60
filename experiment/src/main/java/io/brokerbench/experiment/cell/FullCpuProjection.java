package io.brokerbench.experiment.cell;

/**
 * What a broker would carry at 100 % CPU if cost grew evenly: rate / CPU% x 100. With the CPU of
 * one core it is the rate per core, with that of all cores the rate of the machine.
 */
public final class FullCpuProjection {

  private FullCpuProjection() {}

  /**
   * The projected rate.
   *
   * @param perSecond rate that was kept
   * @param cpuPercent mean CPU at that rate
   * @return 0 where no CPU was used
   */
  public static double atFullCpu(double perSecond, double cpuPercent) {
    return cpuPercent == 0 ? 0 : perSecond / cpuPercent * 100;
  }
}
