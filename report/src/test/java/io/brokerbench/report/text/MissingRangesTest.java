package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.MissingMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissingRangesTest {

  @Test
  void neighboursAreOneRangeAndPublishersAreInOrder() {
    List<MissingMessage> missing =
        List.of(
            new MissingMessage(801, 100, -1),
            new MissingMessage(801, 96, -1),
            new MissingMessage(12, 4_412, -1),
            new MissingMessage(12, 4_411, -1),
            new MissingMessage(801, 99, -1));

    assertThat(NumberText.plain(MissingRanges.of(missing, false)))
        .isEqualTo("publisher 12: 4 411-4 412; publisher 801: 96, 99-100");
  }

  @Test
  void consumersAreNamedWhereEachMessageGoesToSeveral() {
    List<MissingMessage> missing =
        List.of(
            new MissingMessage(1, 5, 2), new MissingMessage(1, 6, 2), new MissingMessage(1, 5, 0));

    assertThat(MissingRanges.of(missing, true))
        .isEqualTo("publisher 1 to consumer 0: 5; publisher 1 to consumer 2: 5-6");
    assertThat(MissingRanges.of(missing, false)).isEqualTo("publisher 1: 5-6");
  }
}
