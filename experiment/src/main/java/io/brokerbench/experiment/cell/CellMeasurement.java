package io.brokerbench.experiment.cell;

import io.brokerbench.core.result.BrokerIdentity;
import java.util.List;
import java.util.Map;

/**
 * What measuring a cell gave.
 *
 * @param status what it is good for
 * @param remark the reason in a few words
 * @param reason why it is not simply measured; empty if it is
 * @param heldUp whether the tool was late or other work held it up, so that it may be measured
 *     again
 * @param identity which broker it was
 * @param runs names of the documents that were written
 * @param figures by name
 * @param series raw samples by name
 * @param lowerBounds names of the figures that may be greater
 */
public record CellMeasurement(
    StudyCell.Status status,
    String remark,
    String reason,
    boolean heldUp,
    BrokerIdentity identity,
    List<String> runs,
    Map<String, Double> figures,
    Map<String, List<Double>> series,
    List<String> lowerBounds) {}
