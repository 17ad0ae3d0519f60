package io.brokerbench.cli;

import io.brokerbench.cli.option.GateOptions;
import io.brokerbench.cli.option.RelativeOption;
import io.brokerbench.cli.option.UnusedOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.ComparabilityCheck;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.gate.BaselineStore;
import io.brokerbench.experiment.gate.CompareResult;
import io.brokerbench.experiment.gate.StoredResults;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.session.Answer;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.text.GateReport;
import io.brokerbench.report.text.GateText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench compare}. */
@Command(
    name = "compare",
    description = "Compare stored results, of this tool or of JMH.",
    abbreviateSynopsis = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:PASS: the candidate is not worse than tolerated",
      "1:REGRESSED; or INCONCLUSIVE, unless --inconclusive pass",
      "2:bad usage, damaged results, or results that cannot be compared",
      "3:environment problem: a report that cannot be written",
      "4:a side has no valid result"
    },
    footer = {
      "  brokerbench compare results-of-main/ results-of-branch/",
      "  brokerbench compare baseline:main results/ --tolerance p50=5%%",
      "  brokerbench compare jmh-main.json jmh-branch.json --markdown jmh.md",
      "  brokerbench compare baseline:jmh jmh-branch.json --relative-to broker=null"
    })
final class CompareCommand extends ContextCommand {

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "BASELINE",
      description = "A result file, a folder of results, JMH's JSON, or baseline:NAME.")
  private String baseline;

  @Parameters(
      index = "1",
      paramLabel = "CANDIDATE",
      description = "The candidate, in the same forms as BASELINE.")
  private String candidate;

  @Sets("baselines")
  @Option(
      names = "--baselines",
      paramLabel = "DIR",
      defaultValue = "baselines",
      description = "Where baseline:NAME is looked for (default: ${DEFAULT-VALUE}).")
  private Path baselines;

  @Option(
      names = "--force",
      description = "Compare even results that were measured under other conditions.")
  private boolean force;

  @Option(names = "--json", description = "Print the result document, and nothing else.")
  private boolean json;

  @Mixin private RelativeOption relative = new RelativeOption();

  @Mixin private GateOptions gate = new GateOptions();

  CompareCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws EnvironmentException {
    gate.requireWritable();
    if (Stream.of(baseline, candidate, relative.reference())
        .noneMatch(source -> source.startsWith(StoredResults.BASELINE))) {
      new UnusedOptions(spec).refuse("only with " + StoredResults.BASELINE + "NAME", "--baselines");
    }
    StoredResults results = new StoredResults(new BaselineStore(baselines));
    Repetitions storedFrom = results.read(List.of(baseline));
    Repetitions storedTo = results.read(List.of(candidate));
    relative.requireUse(storedFrom, storedTo);
    Repetitions from = relative.of(storedFrom, results);
    // JMH does not record its machine; a candidate's figures are assumed to be from this one.
    Repetitions to = relative.of(storedTo, results).measuredOn(new EnvironmentProbe().probe());
    List<String> differences =
        ComparabilityCheck.require(from.comparability(to), force, context.terminal());
    Optional<Integer> invalid = invalid(from, to);
    if (invalid.isPresent()) {
      return invalid.get();
    }
    CompareResult result =
        CompareResult.of(
            context.clock().instant(),
            from,
            to,
            differences,
            gate.tolerances(from.figures().stream().map(FigureValues::figure).toList()));
    return conclude(result);
  }

  private Optional<Integer> invalid(Repetitions from, Repetitions to) {
    Optional<String> invalid = from.invalidity().or(to::invalidityOfCandidate);
    invalid.ifPresent(why -> context.terminal().warn(why));
    return invalid.map(why -> ExitCode.RUN_IS_INVALID);
  }

  private int conclude(CompareResult result) {
    GateText text = GateText.of(result);
    Terminal terminal = context.terminal();
    if (json) {
      terminal.document(CompareResult.CODEC.write(result));
    } else {
      List<String> notes = new ArrayList<>();
      for (MeasurementContext side : List.of(result.baseline(), result.candidate())) {
        side.leftOut().forEach(why -> notes.add("left out: " + why));
      }
      terminal.result(new GateReport(terminal.unicode()).of(text, notes, List.of()));
    }
    Optional<ErrorReport> problem = gate.write(text);
    problem.ifPresent(p -> terminal.warn(p.line()));
    return problem
        .map(ErrorReport::exitCode)
        .orElseGet(() -> gate.exitCode(Answer.of(result.verdict())));
  }
}
