package io.brokerbench.cli;

import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.session.LoadOptions;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerSelector;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.kit.CompatibilityKit;
import io.brokerbench.kit.KitBroker;
import io.brokerbench.kit.KitResult;
import io.brokerbench.kit.KitRow;
import io.brokerbench.report.text.Paragraph;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code brokerbench broker check}: proves what a broker claims, row by row. */
@Command(
    name = "check",
    description = {
      "Run the compatibility kit on a broker, and print which of its claims hold.",
      "Ends with 0 where all hold, and with 1 where one does not."
    },
    footer = {
      "  brokerbench broker check recipe:mosquitto",
      "  brokerbench broker check my-broker.yaml",
      "  brokerbench broker check embedded:artemis --json"
    })
final class BrokerCheckCommand extends ContextCommand {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String RECIPE = "recipe:";
  private static final int LONGEST_TITLE =
      Stream.of(Capability.values()).mapToInt(each -> each.title().length()).max().orElseThrow();
  private static final String ROW = "%-6s %-" + LONGEST_TITLE + "s %s%s";

  @Parameters(
      paramLabel = "FILE|BROKER",
      completionCandidates = LoadOptions.BrokerNames.class,
      description = "The file of a recipe, or a broker; see brokerbench list brokers.")
  private String target;

  @Option(names = "--json", description = "Print the document, and nothing else.")
  private boolean json;

  BrokerCheckCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws BrokerException, InterruptedException {
    Terminal terminal = context.terminal();
    String selector = selector();
    BrokerProvider provider = context.providers().broker(selector);
    if (provider.startsBrokers()) {
      terminal.say(RunHeader.starting(provider.title(selector)));
    }
    provider.traps().forEach(trap -> terminal.say(RunHeader.trap(trap)));
    KitResult result = check(provider, selector);
    if (json) {
      terminal.document(KitResult.CODEC.write(result));
    } else {
      terminal.result(summary(result));
    }
    return result.allHold() ? ExitCode.FINE : ExitCode.VERDICT_SAYS_NO;
  }

  /** A path stands for a recipe; what has a scheme or a product does not. */
  private String selector() {
    boolean file = ScenarioFormat.ofFileName(target).isPresent() && !target.contains(":");
    return file ? RECIPE + target : target;
  }

  private KitResult check(BrokerProvider provider, String selector)
      throws BrokerException, InterruptedException {
    Thread checking = Thread.currentThread();
    try (StopSignals signals = StopSignals.install(PATIENCE)) {
      signals.onStop(checking::interrupt);
      try (KitBroker broker = KitBroker.start(provider, selector, CompatibilityKit.USUAL_BURST)) {
        context
            .terminal()
            .say(Paragraph.LABEL.formatted("broker") + RunHeader.broker(broker.broker()));
        List<KitRow> rows = new CompatibilityKit(broker).run(this::print);
        return new KitResult(
            KitResult.SCHEMA,
            new BrokerSelector(selector).isAddress() ? selector : provider.name(),
            provider.image(selector),
            broker.broker().identity().product(),
            broker.broker().identity().version(),
            context.clock().instant(),
            provider.deviations().stream().sorted().toList(),
            rows);
      }
    }
  }

  private void print(KitRow row) {
    if (json) {
      return;
    }
    String claim = row.claim().map(Capability::title).orElse("");
    context
        .terminal()
        .result(
            context
                    .terminal()
                    .shown(
                        ROW.formatted(
                            row.holds() ? "holds" : "FAILS",
                            claim,
                            row.check(),
                            row.problem().map(problem -> ": " + problem).orElse("")))
                + "\n");
  }

  private static String summary(KitResult result) {
    StringBuilder text = new StringBuilder("\n");
    text.append(result.product()).append(' ').append(result.version()).append(": ");
    long held = result.rows().stream().filter(KitRow::holds).count();
    text.append("%d of %d checks hold\n".formatted(held, result.rows().size()));
    line(text, "shown", result.shown());
    line(text, "claimed, and does not hold", result.broken());
    Set<Capability> others = EnumSet.allOf(Capability.class);
    others.removeAll(result.claimed());
    line(text, "not claimed", others);
    for (Deviation deviation : result.deviations()) {
      text.append("excused: ").append(deviation.words()).append('\n');
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String label, Collection<Capability> which) {
    if (!which.isEmpty()) {
      text.append(label)
          .append(": ")
          .append(which.stream().map(Capability::title).collect(Collectors.joining(", ")))
          .append('\n');
    }
  }
}
