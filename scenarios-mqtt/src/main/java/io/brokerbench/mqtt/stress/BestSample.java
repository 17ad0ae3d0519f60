package io.brokerbench.mqtt.stress;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.StudyCell;
import java.util.Optional;

/**
 * The best sample of a broker with a QoS.
 *
 * @param cell its best cell without loss, or the best one there is, which may have failed
 * @param qos of the messages
 * @param product of the broker
 * @param broker its name with its version, which distinguishes it from others of the same product
 * @param several whether the broker was seen to use several cores, or where its CPU was not seen,
 *     does so in the paper
 */
record BestSample(StudyCell cell, Qos qos, String product, String broker, boolean several) {

  /** CPU of the broker, in cores. */
  static final Figure CPU = FigureCatalogue.find("broker.cpu");

  /** CPU of the broker, as a share of all cores. */
  static final Figure CPU_OF_SYSTEM = FigureCatalogue.find("broker.cpuOfSystem");

  static final Figure LATENCY = FigureCatalogue.find("latency.endToEnd.mean");
  private static final double NANOS_PER_MILLI = 1e6;

  /** What was observed, with its broker's kind of projection; empty where it is not known. */
  Optional<Double> figure(Observation observation) {
    return switch (observation) {
      case PEAK_PUBLISHED -> published(CellFigures.PEAK);
      case PEAK_DELIVERED -> cell.figure(CellFigures.PEAK);
      case CPU -> cell.figure(several ? CPU_OF_SYSTEM : CPU).map(share -> 100 * share);
      case PROJECTED_PUBLISHED -> published(projection());
      case PROJECTED_DELIVERED -> cell.figure(projection());
      case LATENCY -> cell.figure(LATENCY).map(nanos -> nanos / NANOS_PER_MILLI);
    };
  }

  /** Each message that is published is delivered to all subscribers. */
  Optional<Double> published(Figure ofDeliveries) {
    long subscribers = StressCatalog.scenario(qos).topology().fanOut();
    return cell.figure(ofDeliveries).map(perSecond -> perSecond / subscribers);
  }

  private Figure projection() {
    return several ? CellFigures.PROJECTED_PER_SYSTEM : CellFigures.PROJECTED_PER_CORE;
  }
}
