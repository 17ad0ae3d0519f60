package io.brokerbench.mqtt.messagesight;

import io.brokerbench.core.publication.RunSize;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyLayout;
import io.brokerbench.experiment.study.StudyResult.BarChart;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import io.brokerbench.experiment.study.StudyTable;
import java.util.List;
import java.util.Optional;

/**
 * The report's score card and its charts.
 *
 * @param size at which the study ran; absent for the usual sizes of its scenarios
 */
record ScoreCardLayout(Optional<RunSize> size) implements StudyLayout {

  @Override
  public List<StudyTable> tables(Study study, List<StudyCell> cells) {
    return new ScoreCard(study, cells, size).tables();
  }

  @Override
  public List<BarChart> bars(Study study, List<StudyCell> cells) {
    BarChart rates = new ScoreCardCharts(cells, size).connectRates();
    return rates.bars().isEmpty() ? List.of() : List.of(rates);
  }

  @Override
  public List<LineChart> lines(Study study, List<StudyCell> cells) {
    return new ScoreCardCharts(cells, size).charts();
  }
}
