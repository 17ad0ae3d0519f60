package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What other work took of the machine over the steady state, and how long broker and generator
 * waited. Absent is what the kernel does not report, or what cannot be attributed.
 *
 * @param seconds length of the time that was looked at
 * @param cores logical processors of the machine, whatever the tool may use of them
 * @param otherCpuCores cores that were busy with neither broker nor tool; absent where that is not
 *     known
 * @param ownCpuCores cores that were busy with the broker and the tool, likewise
 * @param stealCores cores that a hypervisor gave to others, likewise
 * @param pressure of the whole machine
 * @param brokerPressure of the broker's control group; absent where it has none of its own
 * @param brokerCpuWait how long the broker's threads waited for a CPU; absent where that is not
 *     known
 * @param generatorCpuWait the same of the tool's threads; absent where agents on other machines
 *     carried the clients
 * @param disk bytes read from and written to disks; absent where they are not known
 * @param brokerNetwork bytes of the broker's network namespace, its loopback interface left out;
 *     absent where it has none of its own
 * @param memory memory in use at the end; absent where it is not known
 * @param disturbedBy what other work held up, by more than the limit
 */
@RecordBuilder
public record Machine(
    double seconds,
    @Bounds(min = 1) int cores,
    OptionalDouble otherCpuCores,
    OptionalDouble ownCpuCores,
    OptionalDouble stealCores,
    Pressure pressure,
    Optional<Pressure> brokerPressure,
    Optional<CpuWait> brokerCpuWait,
    Optional<CpuWait> generatorCpuWait,
    Disk disk,
    Optional<Network> brokerNetwork,
    Memory memory,
    List<Finding> disturbedBy)
    implements MachineBuilder.With {

  /** Checks the limits, and copies the list. */
  public Machine {
    if (!(seconds >= 0) || cores < 1) {
      throw new IllegalArgumentException("seconds " + seconds + ", cores " + cores);
    }
    disturbedBy = List.copyOf(disturbedBy);
  }

  /** Whether other work held up broker or generator by more than a limit. */
  public boolean disturbed() {
    return !disturbedBy.isEmpty();
  }

  /**
   * Waiting for a CPU, of all threads of some processes.
   *
   * @param share of the time in which they could run, the part in which they had no CPU
   * @param threads threads that waited at a time, on average
   */
  public record CpuWait(@Bounds(max = 1) double share, double threads) {

    /** Checks the limits. */
    public CpuWait {
      if (!(share >= 0 && share <= 1) || !(threads >= 0)) {
        throw new IllegalArgumentException("share " + share + ", threads " + threads);
      }
    }
  }

  /**
   * Bytes read from and written to disks.
   *
   * @param brokerReadBytes read by the broker
   * @param brokerWrittenBytes written by the broker, without the journal of the file system
   * @param generatorBytes read and written by the tool
   * @param otherBytes read and written by all other processes that the tool may look at; what the
   *     disks moved for the file system's journal is in no process's figure
   * @param machineBytes moved by all disks
   */
  public record Disk(
      OptionalLong brokerReadBytes,
      OptionalLong brokerWrittenBytes,
      OptionalLong generatorBytes,
      OptionalLong otherBytes,
      OptionalLong machineBytes) {}

  /**
   * Bytes of a network namespace, its loopback interface left out.
   *
   * @param receivedBytes bytes that came
   * @param sentBytes bytes that went
   */
  public record Network(long receivedBytes, long sentBytes) {}

  /**
   * Memory in use.
   *
   * @param ownBytes of broker and tool
   * @param otherBytes of everything else
   */
  public record Memory(OptionalLong ownBytes, OptionalLong otherBytes) {}

  /** What other work took. */
  public enum Cause {
    /** Processors, used by other processes. */
    CPU,
    /** Processors, given to others by the hypervisor. */
    STEAL,
    /** Disks. */
    DISK,
    /** Memory. */
    MEMORY
  }

  /** What waited. */
  public enum AffectedSide {
    /** The broker. */
    BROKER,
    /** The tool. */
    GENERATOR,
    /** Both, or either: the figure is of the whole machine. */
    BOTH
  }

  /**
   * Other work that held up broker or generator by more than the limit.
   *
   * @param cause what other work took
   * @param waited what waited for it
   * @param share share of the time that is due to other work
   * @param limit limit of that share
   * @param text the same in a sentence without a full stop
   */
  public record Finding(
      Cause cause,
      AffectedSide waited,
      @Bounds(max = 1) double share,
      @Bounds(max = 1) double limit,
      String text) {}
}
