package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortFormTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run FANIN.Q1.SHARED -r 20k -d 90m"
            + "| run FANIN.Q1.SHARED -r 1000 -d 2s --warmup 500ms --publishers 100",
        "run FANIN.Q0.SINGLE --rate 500 -n 7"
            + "| run FANIN.Q0.SINGLE --rate 500 -n 7 --warmup 500ms --duration 2s",
        "run FANIN.Q1.SHARED --fault kill --fault-at 5s"
            + "| run FANIN.Q1.SHARED --fault kill --fault-at 5s --warmup 500ms --rate 1000"
            + " --publishers 100 --duration 10s",
        "run BROADCAST --consumers 20000 --rate 0.05 --duration 2m"
            + "| run BROADCAST --consumers 400 --rate 2 --duration 2s --warmup 500ms",
        "run CONNBURST --devices 15000 | run CONNBURST --devices 500 --duration 2s",
        "run WILL --publishers 5000 --duration 12s | run WILL --publishers 1000 --duration 12s",
        "run QUEUE --prometheus 9464"
            + "| run QUEUE --prometheus 0 --warmup 500ms --rate 1000 --duration 2s",
        "calibrate | calibrate --quick",
        "broker check embedded:artemis | broker check embedded:artemis"
      })
  void timesAndNumbersBecomeSmallAndAllElseStays(String documented, String shortened) {
    assertThat(ShortForm.of(List.of(documented.split(" ")))).containsExactly(shortened.split(" "));
  }
}
