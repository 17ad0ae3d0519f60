package io.brokerbench.experiment.cell;

import static io.brokerbench.core.figure.Unit.BYTES;
import static io.brokerbench.core.figure.Unit.CORES;
import static io.brokerbench.core.figure.Unit.COUNT;
import static io.brokerbench.core.figure.Unit.OTHER;
import static io.brokerbench.core.figure.Unit.PER_SECOND;

import io.brokerbench.core.figure.Better;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.Unit;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The figures that only cells of studies have, each declared once. Their paths are their names in
 * {@code cell.json}; docs/studies.md lists them.
 */
public final class CellFigures {

  /** Messages delivered per second at the rate that a search found. */
  public static final Figure PEAK = figure("peakPerSecond", "peak rate", PER_SECOND);

  /** What a broker does at most: where the tool was in the way, it does at least so much. */
  static final List<Figure> CAPACITIES =
      List.of(
          PEAK,
          FigureCatalogue.find("broadcast.peakEgress"),
          FigureCatalogue.find("connections.perSecond"),
          FigureCatalogue.find("connections.peakPerSecond"));

  /** What the peak would be at one full core. */
  public static final Figure PROJECTED_PER_CORE =
      figure("projectedPerCore", "projected at one full core", PER_SECOND);

  /** What the peak would be at all cores. */
  public static final Figure PROJECTED_PER_SYSTEM =
      figure("projectedPerSystem", "projected at all cores", PER_SECOND);

  /** Most CPU in any step of a search, in percent of a core. */
  public static final Figure GREATEST_CPU =
      figure("greatestCpuPercentOfCore", "most CPU, in percent of a core", OTHER);

  /** Second at which the broker had taken over all that was published. */
  public static final Figure PUBLISHED_AT =
      figure("publishedAtSeconds", "second at which all was published", OTHER);

  static final Figure STORED_MESSAGES_SENT =
      figure("storedMessagesSent", "sent to be stored", COUNT);
  static final Figure STORED_BEFORE = figure("storedBytesBefore", "stored", BYTES);
  static final Figure STORED_AFTER = figure("storedBytesAfter", "stored later", BYTES);
  static final Figure STORED_MOST = figure("storedBytesMost", "stored", BYTES);
  static final Figure QUEUED_BEFORE = figure("queuedMessagesBefore", "queued", COUNT);
  static final Figure QUEUED_AFTER = figure("queuedMessagesAfter", "queued later", COUNT);
  static final Figure QUEUED_MOST = figure("queuedMessagesMost", "queued", COUNT);
  static final Figure MEMORY_BEFORE = figure("memoryBytesBefore", "memory before", BYTES);
  static final Figure MEMORY_AFTER = figure("memoryBytesAfter", "memory after", BYTES);
  static final Figure MEMORY_PUBLISHED = figure("memoryBytesPublished", "after publishing", BYTES);
  static final Figure MEMORY_MOST_AFTER = figure("memoryBytesMostAfter", "most later", BYTES);
  static final Figure MEMORY_GROWTH_AFTER = figure("memoryBytesGrowthAfter", "growth later", BYTES);
  static final Figure MEMORY_END = figure("memoryBytesEnd", "at the end", BYTES);
  static final Figure CONNECTIONS_BEFORE = figure("connectionsBefore", "connections before", COUNT);
  static final Figure CONNECTIONS_PUBLISHED =
      figure("connectionsPublished", "connections while publishing", COUNT);
  static final Figure CONNECTIONS_END = figure("connectionsEnd", "connections at the end", COUNT);
  static final Figure CUT_AT = figure("cutAtSeconds", "second of the cut", OTHER);
  static final Figure NOTICED_BY =
      figure("noticedBySeconds", "second by which the broker must notice", OTHER);
  static final Figure PUBLISHED_BYTES = figure("publishedBytes", "published", BYTES);
  static final Figure BYTES_PER_CLIENT = figure("bytesPerClient", "bytes per client", OTHER);
  static final Figure BYTES_PER_SUBSCRIPTION =
      figure("bytesPerSubscription", "bytes per subscription", OTHER);

  static final Figure BRIDGE_CPU = figure("bridgeCpu", "bridge CPU", CORES);

  /** So late at most brokers report what they hold; growth after publishing counts from then on. */
  public static final Duration REPORTED_WITHIN = BrokerFigures.FRESH_AFTER;

  /** Seconds after the end of publishing in which memory grew on. */
  public static final Figure MEMORY_GREW_FOR =
      figure("memoryGrewForSeconds", "seconds of growth later", OTHER);

  /** Those that the tables of a study without a layout of its own show, in this order. */
  public static final List<Figure> IN_TABLES =
      List.of(
          PEAK,
          BRIDGE_CPU,
          STORED_BEFORE,
          STORED_AFTER,
          STORED_MOST,
          QUEUED_BEFORE,
          QUEUED_AFTER,
          QUEUED_MOST,
          MEMORY_BEFORE,
          MEMORY_PUBLISHED,
          MEMORY_MOST_AFTER,
          MEMORY_END,
          BYTES_PER_CLIENT,
          BYTES_PER_SUBSCRIPTION);

  private CellFigures() {}

  private static Figure figure(String name, String title, Unit unit) {
    return Figure.of(name, title, unit, Better.NEITHER, OptionalDouble.empty(), false);
  }
}
