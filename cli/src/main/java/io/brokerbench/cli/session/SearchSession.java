package io.brokerbench.cli.session;

import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.session.SearchExperiment;
import io.brokerbench.report.text.SearchReport;
import java.util.Optional;

/** One search on a terminal, a row for each step. */
public final class SearchSession extends CommandSession<SearchResult> {

  private final SearchReport report;

  public SearchSession(
      CommandContext context, SessionSettings settings, SearchExperiment experiment) {
    super(context, settings, experiment);
    this.report = new SearchReport(context.terminal().unicode());
  }

  @Override
  String noun() {
    return "search";
  }

  @Override
  public void begins() {
    super.begins();
    show(report.header());
  }

  @Override
  public void onStep(SearchStep step) {
    show(report.row(step));
    super.onStep(step);
  }

  @Override
  String document(SearchResult result) {
    return SearchResult.CODEC.write(result);
  }

  @Override
  void print(SearchResult result, Optional<String> path) {
    terminal.result(report.of(result, path, settings.again()));
  }
}
