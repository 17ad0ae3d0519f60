package io.brokerbench.cli.session;

import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SearchResultCodec;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.session.Outcome;
import io.brokerbench.experiment.session.SearchExperiment;
import io.brokerbench.report.page.HtmlReport;
import io.brokerbench.report.text.SearchReport;
import java.util.Optional;

/** One search on a terminal, a row for each step. */
public final class SearchSession extends CommandSession<SearchResult> {

  private final SearchReport report;

  public SearchSession(CommandContext context, OutputSettings output, SearchExperiment experiment) {
    super(context, output, experiment);
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
    return SearchResultCodec.write(result);
  }

  @Override
  void print(SearchResult result, Optional<String> path) {
    terminal.result(report.of(result, path, output.again()));
  }

  @Override
  Optional<ErrorReport> writePages(Outcome<SearchResult> outcome) {
    return writePages(outcome, true, around -> HtmlReport.of(outcome.result(), around));
  }

  @Override
  int exitCode(SearchResult result) {
    if (result.limitedBy().isInvalid()) {
      return ExitCode.RUN_IS_INVALID;
    }
    boolean brokeOff = !result.complete() && result.steps().size() < result.plan().maxSteps();
    if (brokeOff) {
      return ExitCode.ENVIRONMENT_CANNOT;
    }
    boolean found = result.sustainablePerSecond().isPresent();
    boolean unshown = result.limitedBy() == LimitedBy.UNKNOWN;
    boolean unconfirmed = result.notConfirmed().isPresent() && result.plan().confirmations() > 0;
    if (!result.complete() || unconfirmed || (found && unshown)) {
      return ExitCode.RUN_IS_INVALID;
    }
    return found ? ExitCode.FINE : ExitCode.VERDICT_SAYS_NO;
  }
}
