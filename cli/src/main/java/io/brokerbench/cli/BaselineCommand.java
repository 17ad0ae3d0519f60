package io.brokerbench.cli;

import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.cli.option.HistoryOptions;
import io.brokerbench.cli.option.RelativeOption;
import io.brokerbench.cli.option.UnusedOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.gate.Baseline;
import io.brokerbench.experiment.gate.BaselineStore;
import io.brokerbench.experiment.gate.StoredResults;
import io.brokerbench.experiment.history.HistoryResult;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.text.BaselineText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench baseline}. */
@Command(
    name = "baseline",
    description = "Keep results as plain files, to compare later ones with.",
    synopsisSubcommandLabel = "save|show|list",
    footerHeading = "%nExamples:%n",
    footer = {
      "  brokerbench baseline save main results/*",
      "  brokerbench baseline show main",
      "  brokerbench baseline list",
      "  brokerbench compare baseline:main results-of-branch/"
    })
final class BaselineCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Mixin final HelpOption help = new HelpOption();

  /** The command with its own commands. */
  static CommandLine of(CommandContext context) {
    return new CommandLine(new BaselineCommand())
        .addSubcommand(new Save(context))
        .addSubcommand(new Show(context))
        .addSubcommand(new Names(context));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "baseline needs one of save, show, list; see baseline --help");
  }

  /** Where they are. */
  static final class Folder {

    @Sets("baselines")
    @Option(
        names = "--baselines",
        paramLabel = "DIR",
        defaultValue = "baselines",
        description = "The folder of baselines (default: ${DEFAULT-VALUE}).")
    private Path folder;

    BaselineStore store() {
      return new BaselineStore(folder);
    }
  }

  /** {@code brokerbench baseline save}. */
  @Command(
      name = "save",
      description = "Keep results under a name.",
      footer = {
        "  brokerbench baseline save main results/*",
        "  brokerbench baseline save main --from-history 10 nightly"
      })
  static final class Save extends ContextCommand {

    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the baseline.")
    private String name;

    @Parameters(
        index = "1..*",
        arity = "0..*",
        paramLabel = "RESULT",
        description =
            "Result files or folders, all repetitions of the same; or JMH's JSON; with"
                + " --from-history one folder of many builds.")
    private List<String> results = List.of();

    @Sets("fromHistory")
    @Option(
        names = "--from-history",
        paramLabel = "N",
        description = "Take the latest N builds, among which no compared figure changed.")
    private Integer fromHistory;

    @Mixin private HistoryOptions history = new HistoryOptions();

    @Mixin private Folder folder = new Folder();

    @Mixin private RelativeOption relative = new RelativeOption();

    Save(CommandContext context) {
      super(context);
    }

    @Override
    public Integer call() throws EnvironmentException {
      StoredResults stored = new StoredResults(folder.store());
      // JMH's JSON does not name the machine; it is assumed to have been measured here.
      Repetitions given = read(stored);
      relative.requireUse(given);
      Repetitions read = relative.of(given, stored).measuredOn(new EnvironmentProbe().probe());
      if (read.invalidity().isPresent()) {
        context.terminal().warn(read.invalidity().get());
        return ExitCode.RUN_IS_INVALID;
      }
      Baseline baseline = Baseline.of(name, context.clock().instant(), read);
      try {
        Path file = folder.store().save(baseline);
        context.terminal().say("saved       " + file);
      } catch (IOException e) {
        throw new EnvironmentException("the baseline cannot be written: " + TextFile.named(e));
      }
      context.terminal().result(context.terminal().shown(BaselineText.of(baseline)));
      return ExitCode.FINE;
    }

    private Repetitions read(StoredResults stored) {
      if (results.size() > 1 && fromHistory != null) {
        throw new ParameterException(
            spec.commandLine(), "--from-history reads one folder; there are " + results.size());
      }
      if (results.isEmpty() && fromHistory == null) {
        throw new ParameterException(
            spec.commandLine(), "missing RESULT; see brokerbench baseline save --help");
      }
      if (fromHistory == null) {
        new UnusedOptions(spec).refuseAllOf(new HistoryOptions(), "only with --from-history");
        return stored.read(results);
      }
      String from = results.isEmpty() ? "results" : results.get(0);
      HistoryResult all = history.read(Path.of(from), usual -> usual, context.clock());
      all.leftOut().forEach(why -> context.terminal().warn("left out: " + why));
      return all.single()
          .latest(
              fromHistory,
              "the latest %d builds in %s".formatted(fromHistory, from),
              Path.of(from));
    }
  }

  /** {@code brokerbench baseline show}. */
  @Command(
      name = "show",
      description = "Print what a baseline holds.",
      footer = "  brokerbench baseline show main")
  static final class Show extends ContextCommand {

    @Parameters(paramLabel = "NAME", description = "Name of the baseline.")
    private String name;

    @Mixin private Folder folder = new Folder();

    @Option(names = "--json", description = "Print the document, and nothing else.")
    private boolean json;

    Show(CommandContext context) {
      super(context);
    }

    @Override
    public Integer call() {
      Baseline baseline = folder.store().read(name);
      if (json) {
        context.terminal().document(Baseline.CODEC.write(baseline));
      } else {
        context.terminal().result(context.terminal().shown(BaselineText.of(baseline)));
      }
      return ExitCode.FINE;
    }
  }

  /** {@code brokerbench baseline list}. */
  @Command(
      name = "list",
      description = "List the stored baselines.",
      footer = "  brokerbench baseline list")
  static final class Names extends ContextCommand {

    @Mixin private Folder folder = new Folder();

    Names(CommandContext context) {
      super(context);
    }

    @Override
    public Integer call() {
      BaselineStore store = folder.store();
      for (String name : store.names()) {
        context.terminal().result(context.terminal().shown(line(store, name)) + "\n");
      }
      return ExitCode.FINE;
    }

    /** A damaged one does not hide the others. */
    private static String line(BaselineStore store, String name) {
      try {
        return BaselineText.line(store.read(name));
      } catch (DefinitionException e) {
        return name + "  damaged: " + e.getMessage();
      }
    }
  }
}
