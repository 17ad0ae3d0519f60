package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.experiment.gate.StoredResults;
import io.brokerbench.experiment.metric.Repetitions;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Option;

/** Whether figures are compared as multiples of a reference's, as those hold on any machine. */
@Grouped(HelpGroup.COMPARISON)
public final class RelativeOption {

  @Sets("reference")
  @Option(
      names = "--relative-to",
      paramLabel = "REFERENCE",
      description =
          "Take the figures as multiples of those that were measured beside them: a folder of"
              + " results, or for JMH a parameter such as broker=null.")
  private String reference;

  /** What they are multiples of; empty where nothing is. */
  public String reference() {
    return reference == null ? "" : reference;
  }

  /**
   * Refuses a reference for figures that are multiples already.
   *
   * @throws DefinitionException if all of them are
   */
  public void requireUse(Repetitions... figures) {
    if (reference != null
        && Arrays.stream(figures).allMatch(each -> each.subject().reference().isPresent())) {
      throw DefinitionException.about(
          "--relative-to", "not here, where all figures are multiples already", null);
    }
  }

  /**
   * The figures as multiples, where that is asked for and they are not yet.
   *
   * @throws DefinitionException if it is not a reference for them
   */
  public Repetitions of(Repetitions figures, StoredResults results) {
    if (reference == null || figures.subject().reference().isPresent()) {
      return figures;
    }
    return StoredResults.isStored(reference)
        ? figures.relativeTo(results.read(List.of(reference)))
        : figures.relativeTo(reference);
  }
}
