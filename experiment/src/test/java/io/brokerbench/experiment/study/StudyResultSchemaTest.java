package io.brokerbench.experiment.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.result.DocumentSchema;
import io.brokerbench.experiment.cell.StudyCell;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyResultSchemaTest {

  @TempDir Path out;

  @Test
  void aResultIsValidAndReadAsItWasWritten() throws Exception {
    Study study = StubStudy.study(5, "x:one", "x:broken");
    StudyResult result;
    try (StudyFolder folder = StudyFolder.open(out, "stub")) {
      List<StudyCell> cells =
          StubStudy.runner(study, folder, new StubCellRunner(Set.of("x:broken"), 0)).run();
      result = new StudyAnalysis(study, cells).result("./brokerbench study stub");
    }
    String json = StudyResult.CODEC.write(result);

    assertThat(DocumentSchema.problems(StudyResult.class, Json.mapper().readTree(json))).isEmpty();
    assertThat(StudyResult.CODEC.read(json)).isEqualTo(result);
    assertThat(result.boxPlots()).isNotEmpty();
    assertThat(result.tTests()).isNotEmpty();
  }

  @Test
  void aDocumentOfAnotherSchemaIsRefused() {
    assertThatThrownBy(() -> StudyResult.CODEC.read("{\"schema\": \"brokerbench.run/1\"}"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("schema brokerbench.run/1: this version reads brokerbench.study/1");
  }
}
