package io.brokerbench.mqtt.stress;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyLayout;
import io.brokerbench.experiment.study.StudyResult.BarChart;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tables of the stress study: Tables 6 to 11 of the paper under their numbers, with what was
 * measured beside the paper's figures; the rankings; and what both equations give, and from what it
 * was seen how many cores a broker uses. The charts are those of its Figures 6 to 11.
 */
final class StressTables implements StudyLayout {

  @Override
  public List<StudyTable> tables(Study study, List<StudyCell> cells) {
    BestSamples samples = new BestSamples(study, cells);
    List<BestSample> bests = samples.all();
    List<StudyTable> tables = new ArrayList<>();
    PublishedTable.ALL.forEach(table -> tables.add(table.table(bests)));
    PublishedLatencyTable.ALL.forEach(table -> tables.add(table.table(bests)));
    tables.addAll(StressRankings.tables(bests));
    tables.add(projections(samples, bests));
    tables.removeIf(table -> table.rows().isEmpty());
    return tables;
  }

  @Override
  public List<BarChart> bars(Study study, List<StudyCell> cells) {
    List<BestSample> bests = new BestSamples(study, cells).all();
    return Stream.concat(
            PublishedTable.ALL.stream().map(table -> table.bars(bests)),
            PublishedLatencyTable.ALL.stream().map(table -> table.bars(bests)))
        .toList();
  }

  private static StudyTable projections(BestSamples samples, List<BestSample> bests) {
    List<List<Place>> rows = bests.stream().map(best -> projections(samples, best)).toList();
    return new StudyTable(
        "Projections by both equations, and the cores that brokers used",
        "rate of messages delivered / CPU x 100, with the CPU of one core (R_ns) and of all (R_s);"
            + " of"
            + " messages published, each rate is a fifteenth. More than %.0f %% of a core anywhere in"
                .formatted(BestSamples.ONE_CORE_PERCENT)
            + " a search are several cores.",
        List.of(
            new Column("QoS", ""),
            new Column("broker", ""),
            new Column(CellFigures.PEAK.title(), "msg/s"),
            new Column("CPU", "% of a core"),
            new Column("R_ns", "msg/s"),
            new Column("CPU", "% of all cores"),
            new Column("R_s", "msg/s"),
            new Column("most CPU", "% of a core"),
            new Column("cores", ""),
            new Column("", "")),
        rows);
  }

  private static List<Place> projections(BestSamples samples, BestSample best) {
    StudyCell cell = best.cell();
    List<Place> row = new ArrayList<>();
    row.add(Place.of("" + best.qos().level(), best.qos().level()));
    row.add(Place.of(best.broker()).from(cell));
    row.add(Observed.of(best).place(Observation.PEAK_DELIVERED).from(cell));
    row.add(place(cell, BestSample.CPU, 100));
    row.add(place(cell, CellFigures.PROJECTED_PER_CORE, 1));
    row.add(place(cell, BestSample.CPU_OF_SYSTEM, 100));
    row.add(place(cell, CellFigures.PROJECTED_PER_SYSTEM, 1));
    Optional<BestSamples.Seen> most = samples.greatestCpu(cell.broker());
    row.add(most.map(BestSamples.Seen::place).orElse(Place.of("-")));
    Place cores = Place.of(most.isEmpty() ? "not seen" : best.several() ? "several" : "one");
    row.add(most.map(seen -> cores.from(seen.cell())).orElse(cores));
    row.add(Observed.of(best).status());
    return row;
  }

  private static Place place(StudyCell cell, Figure figure, double factor) {
    return cell.figure(figure)
        .map(value -> Place.of(Observed.shown(factor * value), factor * value))
        .orElse(Place.of("-"))
        .from(cell);
  }
}
