package io.brokerbench.core.result;

/**
 * Where a run took place.
 *
 * @param tool version of brokerbench
 * @param os name and version of the operating system
 * @param architecture architecture of the processor
 * @param cpuModel name of the processor; on Linux on x86 with its family and model, as hypervisors
 *     give one name to several generations
 * @param cores logical processors available
 * @param memoryBytes physical memory
 * @param jvm vendor and version of the tool's JVM
 */
public record Environment(
    String tool,
    String os,
    String architecture,
    String cpuModel,
    int cores,
    long memoryBytes,
    String jvm) {}
