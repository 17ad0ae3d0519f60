package io.brokerbench.cli.option;

import io.brokerbench.core.gate.StoredResults;
import io.brokerbench.core.metric.Repetitions;
import java.util.List;
import picocli.CommandLine.Option;

/** Whether figures are compared as multiples of a reference's, as those hold on any machine. */
public final class RelativeOption {

  @Option(
      names = "--relative-to",
      paramLabel = "REFERENCE",
      description =
          "Take the figures as multiples of those that were measured beside them: a folder of"
              + " results, or for JMH a parameter such as broker=null.")
  private String reference;

  /**
   * The figures as multiples, where that is asked for and they aren't yet.
   *
   * @throws io.brokerbench.core.base.DefinitionException if it isn't a reference for them
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
