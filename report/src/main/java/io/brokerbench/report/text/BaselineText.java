package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.gate.Baseline;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.MeasurementContext;
import java.util.ArrayList;
import java.util.List;

/** What a baseline holds, as text. */
public final class BaselineText {

  private BaselineText() {}

  /** One line for a list. */
  public static String line(Baseline baseline) {
    MeasurementContext context = baseline.subject();
    return "%s  %s, %s, %d repetitions, saved %s"
        .formatted(
            baseline.name(),
            context.scenario().map(s -> s.name()).orElse("JMH"),
            context.broker().map(b -> b.product() + " " + b.version()).orElse("no broker"),
            context.repetitions(),
            baseline.savedAt());
  }

  /** All of it, with a line feed at its end. */
  public static String of(Baseline baseline) {
    List<String> lines = new ArrayList<>();
    lines.addAll(Paragraph.labelled("baseline", line(baseline)));
    baseline
        .subject()
        .environment()
        .ifPresent(
            e ->
                lines.addAll(
                    Paragraph.labelled(
                        "machine",
                        "%s, %s, %s, %s"
                            .formatted(
                                e.cpuModel(),
                                NumberText.counted(e.cores(), "core"),
                                NumberText.bytes(e.memoryBytes()),
                                e.os()))));
    for (FigureValues figure : baseline.figures()) {
      List<Double> sorted = figure.values().stream().sorted().toList();
      lines.add(
          "%-28s %10s   %s .. %s"
              .formatted(
                  figure.figure().title(),
                  GateText.median(figure.figure().unit(), sorted),
                  GateText.median(figure.figure().unit(), sorted.subList(0, 1)),
                  GateText.median(
                      figure.figure().unit(), sorted.subList(sorted.size() - 1, sorted.size()))));
    }
    baseline.subject().leftOut().forEach(why -> lines.add("left out: " + why));
    return String.join("\n", lines) + "\n";
  }
}
