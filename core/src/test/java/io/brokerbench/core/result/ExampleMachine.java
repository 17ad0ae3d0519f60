package io.brokerbench.core.result;

import io.brokerbench.core.result.Machine.CpuWait;
import io.brokerbench.core.result.Machine.Disk;
import io.brokerbench.core.result.Machine.Finding;
import io.brokerbench.core.result.Machine.Memory;
import io.brokerbench.core.result.Machine.Network;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Machines with two cores and made-up figures, of which each test changes what it is about. */
public final class ExampleMachine {

  private double others = 0.05;
  private double own = 0.83;
  private OptionalDouble steal = OptionalDouble.of(0);
  private Pressure pressure = pressure(0.02, 0, 0);
  private Optional<Pressure> brokerPressure = Optional.empty();
  private CpuWait broker = new CpuWait(0.01, 0.006);
  private CpuWait generator = new CpuWait(0.01, 0.002);
  private Disk disk = disk(0, 0, 0);
  private Memory memory = new Memory(OptionalLong.of(530_000_000), OptionalLong.of(1_100_000_000));

  /** With nothing else to do. */
  public static Machine quiet() {
    return new ExampleMachine().build();
  }

  /** Beside busy loops, with the finding that they are in the way. */
  public static Machine busy() {
    return new ExampleMachine()
        .others(1.6)
        .own(0.3)
        .broker(0.41, 0.18)
        .build()
        .withDisturbedBy(
            List.of(
                new Finding(
                    Machine.Cause.CPU,
                    Machine.AffectedSide.BROKER,
                    0.345,
                    0.1,
                    "other processes took 1.6 of 2 cores: the broker waited 41 % of the time for"
                        + " a CPU")));
  }

  /** Of which the kernel reports nothing. */
  public static Machine unknown() {
    return new Machine(
        10,
        2,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Pressure.UNKNOWN,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new Disk(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty()),
        Optional.empty(),
        new Memory(OptionalLong.empty(), OptionalLong.empty()),
        List.of());
  }

  public ExampleMachine others(double cores) {
    others = cores;
    return this;
  }

  public ExampleMachine own(double cores) {
    own = cores;
    return this;
  }

  public ExampleMachine steal(double cores) {
    steal = OptionalDouble.of(cores);
    return this;
  }

  public ExampleMachine broker(double waitShare, double waitingThreads) {
    broker = new CpuWait(waitShare, waitingThreads);
    return this;
  }

  public ExampleMachine generator(double waitShare, double waitingThreads) {
    generator = new CpuWait(waitShare, waitingThreads);
    return this;
  }

  public ExampleMachine stalled(double cpuSome, double io, double memorySome) {
    pressure = pressure(cpuSome, io, memorySome);
    return this;
  }

  public ExampleMachine brokerStalledForDisk(double io) {
    brokerPressure = Optional.of(pressure(0, io, 0));
    return this;
  }

  public ExampleMachine diskBytes(long ofBroker, long ofOthers, long ofMachine) {
    disk = disk(ofBroker, ofOthers, ofMachine);
    return this;
  }

  public ExampleMachine memory(long ofOwn, long ofOthers) {
    memory = new Memory(OptionalLong.of(ofOwn), OptionalLong.of(ofOthers));
    return this;
  }

  private static Pressure pressure(double cpuSome, double io, double memorySome) {
    return new Pressure(
        OptionalDouble.of(cpuSome),
        OptionalDouble.of(io),
        OptionalDouble.of(io / 2),
        OptionalDouble.of(memorySome),
        OptionalDouble.of(0));
  }

  private static Disk disk(long ofBroker, long ofOthers, long ofMachine) {
    return new Disk(
        OptionalLong.of(0),
        OptionalLong.of(ofBroker),
        OptionalLong.of(0),
        OptionalLong.of(ofOthers),
        OptionalLong.of(ofMachine));
  }

  /** Ten seconds of it, without findings. */
  public Machine build() {
    return new Machine(
        10,
        2,
        OptionalDouble.of(others),
        OptionalDouble.of(own),
        steal,
        pressure,
        brokerPressure,
        Optional.of(broker),
        Optional.of(generator),
        disk,
        Optional.of(new Network(5_120_000, 5_240_000)),
        memory,
        List.of());
  }
}
