/**
 * What processes use, and where a run takes place.
 *
 * <p>{@link io.brokerbench.core.telemetry.ProcessSampler} reads the CPU time and the resident
 * memory of a process, with or without its children; {@link io.brokerbench.core.telemetry.CpuUsage}
 * is the difference of two such readings. {@link io.brokerbench.core.telemetry.MachineSampler}
 * reads what the whole machine used and waited for, {@link
 * io.brokerbench.core.telemetry.GroupSampler} what a set of processes did. {@link
 * io.brokerbench.core.telemetry.GcPauses} and {@link
 * io.brokerbench.core.telemetry.FileDescriptorLimit} are about this JVM, {@link
 * io.brokerbench.core.telemetry.EnvironmentProbe} about the machine.
 *
 * <p>Nothing here throws once a run is under way: what cannot be read is empty. When to sample, and
 * what a figure means for the verdict, is decided in {@code measure} and {@code engine}.
 */
package io.brokerbench.core.telemetry;
