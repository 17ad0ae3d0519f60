/**
 * Finds out what the generator can do on this machine, and keeps it.
 *
 * <p>{@link io.brokerbench.experiment.calibrate.Calibrator} does a row of runs against a null
 * broker, through the same load rig as any other run, and takes the figures from their results.
 * {@link io.brokerbench.experiment.calibrate.CalibrationStore} keeps the document for later runs,
 * which compare themselves with it in {@link io.brokerbench.core.engine}.
 */
package io.brokerbench.experiment.calibrate;
