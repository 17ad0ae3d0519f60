package io.brokerbench.experiment.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.statistics.ChangePoint;
import io.brokerbench.core.statistics.ChangePointDetection;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * How often the usual settings miss a change, and how often they see one that is none. The figures
 * in docs/decisions are of this test. The noise is normal, of 3 %.
 */
class ChangeErrorRatesTest {

  private static final ChangePointDetection DETECTION = HistoryQuestion.DETECTION;
  private static final double NOISE = 3;

  private final Random random = new Random(20_261_123);

  private double[] series(int length, int step, double after) {
    double[] series = new double[length];
    for (int i = 0; i < length; i++) {
      series[i] = (i < step ? 100 : after) + NOISE * random.nextGaussian();
    }
    return series;
  }

  @Test
  void oneFalseAlarmInAThousandStationaryPointsAtMost() {
    int series = 300;
    int alarms = 0;
    for (int i = 0; i < series; i++) {
      alarms += DETECTION.in(series(1_000, 1_000, 0)).size();
    }
    assertThat((double) alarms / series).isLessThan(0.5);
  }

  /** The builds are looked at one by one as they come, as a pipeline does. */
  @Test
  void aStepOfFivePercentIsFoundWithinTenFurtherBuilds() {
    int experiments = 2_000;
    int step = 100;
    int found = 0;
    for (int i = 0; i < experiments; i++) {
      double[] series = series(step + 11, step, 105);
      boolean seen = false;
      for (int builds = step + 1; builds <= series.length && !seen; builds++) {
        seen =
            DETECTION.in(Arrays.copyOf(series, builds)).stream()
                .anyMatch(point -> isThatStep(point, step));
      }
      found += seen ? 1 : 0;
    }
    assertThat((double) found / experiments).isGreaterThan(0.95);
  }

  private static boolean isThatStep(ChangePoint point, int step) {
    return Math.abs(point.index() - step) <= 10 && point.change() > 0;
  }
}
