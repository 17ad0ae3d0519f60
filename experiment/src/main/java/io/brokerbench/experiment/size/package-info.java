/**
 * How many clients one machine carries, by what it has of files, ports and memory and by its
 * calibration: {@link io.brokerbench.experiment.size.MachineCapacity}. What checks a run in detail,
 * once its broker is there, is in {@code experiment.session}.
 */
package io.brokerbench.experiment.size;
