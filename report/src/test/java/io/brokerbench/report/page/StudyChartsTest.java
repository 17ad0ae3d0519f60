package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.report.html.RowChart;
import java.util.List;
import org.junit.jupiter.api.Test;

class StudyChartsTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static List<String> labels(String... scenarios) {
    return boxes(scenarios).rows().stream().map(RowChart.Row::label).toList();
  }

  private static RowChart boxes(String... scenarios) {
    ObjectNode study = MAPPER.createObjectNode();
    ObjectNode plot = study.putArray("boxPlots").addObject().put("title", "latency");
    ArrayNode boxes = plot.put("unit", "ms").putArray("boxes");
    int median = 2;
    for (String scenario : scenarios) {
      boxes
          .addObject()
          .put("scenario", scenario)
          .put("variant", "1 KB")
          .put("broker", "x:one")
          .putPOJO("plot", new BoxPlot(5, 1, 1, 1, median++, 3, 4, 4, 2, List.of()));
    }
    return (RowChart) new StudyCharts(study).boxPlots().get(0);
  }

  @Test
  void boxesOfSeveralScenariosAreToldApart() {
    assertThat(labels("A")).containsExactly("1 KB, x:one");
    assertThat(labels("A", "B")).containsExactly("A, 1 KB, x:one", "B, 1 KB, x:one");
  }

  @Test
  void boxesAreToldInWords() {
    assertThat(boxes("A").summary()).startsWith("The median is 2 ms. ");
    assertThat(boxes("A", "B").summary())
        .startsWith(
            "The median is lowest for A, 1 KB, x:one (2 ms) and highest for B, 1 KB, x:one (3"
                + " ms).");
  }

  @Test
  void curvesAreToldInWords() throws Exception {
    JsonNode study =
        MAPPER.readTree(
            """
            {"lines": [{"title": "mean latency", "xTitle": "load", "xUnit": "msg/s",
              "yTitle": "latency", "yUnit": "ms", "curves": [
                {"label": "Q0", "broker": "x", "points": [[0, 0.5], [4000, 0.25], [8000, 2]]},
                {"label": "Q1", "broker": "x", "points": [[0, 3]]}]}]}
            """);
    assertThat(new StudyCharts(study).curves().get(0).summary())
        .isEqualTo("Q0, x: 0.5 ms at 0 to 2 ms at 8\u202f000; Q1, x: 3 ms at 0.");
  }
}
