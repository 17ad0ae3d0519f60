package io.brokerbench.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.load.ProfileLoad.Between;
import io.brokerbench.core.scenario.Scenario;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileLoadTest {

  /** A day: a quiet night, a steep morning, silence at noon, a peak in the evening. */
  private static final String DAY =
      """
      # a day
      time,rate
      0:00,20
      5:30,20
      7:00,180.5
      11:59,150
      12:00,0
      12:45,0

      18:00,400
      22:30:30,35
      24:00,20
      """;

  private static final String PAUSE =
      """
      time,rate
      0,5
      10,5
      10.001,0
      20,0
      30,8
      """;

  private static ProfileLoad of(Between between, double speed, double scale) {
    return new ProfileLoad(
        Optional.empty(), ProfileFile.parse(DAY, "day.csv"), between, speed, scale);
  }

  @Nested
  class Linear extends ArrivalScheduleContract {
    @Override
    OpenLoad load() {
      return of(Between.LINEAR, 60, 20);
    }
  }

  @Nested
  class Steps extends ArrivalScheduleContract {
    @Override
    OpenLoad load() {
      return of(Between.STEPS, 1, 1);
    }
  }

  /** The rate of the profile at an instant, by the rows and nothing else. */
  private static double rateAt(List<ProfilePoint> points, Between between, double seconds) {
    for (int i = points.size() - 1; i >= 0; i--) {
      double start = points.get(i).at().toNanos() / 1e9;
      if (start <= seconds) {
        boolean last = i == points.size() - 1;
        if (last || between == Between.STEPS) {
          return points.get(i).rate();
        }
        double end = points.get(i + 1).at().toNanos() / 1e9;
        double share = (seconds - start) / (end - start);
        return points.get(i).rate() + share * (points.get(i + 1).rate() - points.get(i).rate());
      }
    }
    throw new AssertionError(seconds);
  }

  /** Each row begins at a full half minute, so no part has a break in it. */
  private static double integral(Between between, double fromSeconds, double toSeconds) {
    List<ProfilePoint> points = ProfileFile.parse(DAY, "day.csv");
    double sum = 0;
    for (double at = fromSeconds; at < toSeconds; at += 30) {
      sum += 30 * rateAt(points, between, at + 15);
    }
    return sum;
  }

  /** Over ten million messages: nothing drifts. */
  @ParameterizedTest
  @EnumSource(Between.class)
  void eachMinuteHasTheMessagesOfTheIntegral(Between between) {
    ArrivalSchedule schedule = of(between, 1, 1).schedule(1);
    long index = 0;
    double owed = 0;
    for (int minute = 1; minute <= 24 * 60; minute++) {
      long end = minute * 60_000_000_000L;
      long first = index;
      while (schedule.offsetNanos(index) < end) {
        index++;
      }
      double inMinute = integral(between, (minute - 1) * 60.0, minute * 60.0);
      owed += inMinute;
      assertThat((double) (index - first)).as("minute %s", minute).isCloseTo(inMinute, offset(1.0));
      assertThat((double) index).as("until minute %s", minute).isCloseTo(owed, offset(1.0));
    }
    assertThat(index).isGreaterThan(10_000_000);
  }

  @Test
  void nothingIsDueInSilence() {
    ArrivalSchedule schedule = of(Between.LINEAR, 1, 1).schedule(1);
    long noon = Duration.ofHours(12).toNanos();
    long quarterToOne = Duration.ofMinutes(12 * 60 + 45).toNanos();
    long index = 0;
    while (schedule.offsetNanos(index) <= noon) {
      index++;
    }
    assertThat(schedule.offsetNanos(index)).isGreaterThanOrEqualTo(quarterToOne);
  }

  @Test
  void aMessageHasTheSameTimeWhateverWasAskedBefore() {
    ArrivalSchedule forward = of(Between.LINEAR, 60, 1).schedule(1);
    ArrivalSchedule jumping = of(Between.LINEAR, 60, 1).schedule(1);
    for (long i = 0; i < 200_000; i += 997) {
      jumping.offsetNanos((i * 7919) % 200_000);
      assertThat(jumping.offsetNanos(i)).isEqualTo(forward.offsetNanos(i));
    }
  }

  /** The rates stay; the day is shorter. */
  @Test
  void speedCompressesTheTimeAndScaleMultipliesTheRates() {
    ProfileLoad day = of(Between.LINEAR, 1, 1);
    ProfileLoad short60 = of(Between.LINEAR, 60, 1);
    ProfileLoad triple = of(Between.LINEAR, 60, 3);
    assertThat(short60.seconds()).isCloseTo(24 * 60, offset(1e-9));
    assertThat(short60.dueBy(24 * 60)).isCloseTo(day.dueBy(86_400) / 60, offset(1e-3));
    assertThat(triple.dueBy(700)).isCloseTo(3 * short60.dueBy(700), offset(1e-6));
    assertThat(triple.peakRate()).isEqualTo(Rate.perSecond(1_200));
    assertThat(triple.withPeakRate(Rate.perSecond(400)).scale()).isCloseTo(1, offset(1e-12));
  }

  @Test
  void afterTheLastRowItsRateStays() {
    ProfileLoad load = of(Between.STEPS, 3_600, 1);
    assertThat(load.dueBy(24 + 100) - load.dueBy(24)).isCloseTo(100 * 20, offset(1e-6));
    ArrivalSchedule ending =
        new ProfileLoad(
                Optional.empty(),
                ProfileFile.parse("time,rate\n0,10\n2,0\n", "a.csv"),
                Between.STEPS,
                1,
                1)
            .schedule(1);
    assertThat(ending.offsetNanos(19)).isEqualTo(1_900_000_000L);
    assertThat(ending.offsetNanos(20)).isGreaterThan(Duration.ofDays(3_000).toNanos());
  }

  private static void refused(ThrowingCallable what, String line) {
    assertThatThrownBy(what).isInstanceOf(DefinitionException.class).hasMessage(line);
  }

  private static void refused(String rows, String line) {
    refused(() -> ProfileFile.parse(rows, "day.csv"), line);
  }

  @Test
  void whatIsWrongInAFileIsNamedWithItsPlace() {
    refused(
        "time,rate\n0,1\n5s,many\n",
        "day.csv:3:4: rate many: a number of messages per second, 0 or more");
    refused(
        "time,rate\n0:00,1\n0:99,1\n",
        "day.csv:3:1: time 0:99: a clock time such as 6:30, a duration such as 90s, or seconds");
    refused("time,rate\n0,1\n#\n8d,1\n", "day.csv:4:1: time 8d: between 0s and 7d");
    refused(
        "time,rate\n0,1\n60,1\n30,2\n", "day.csv:4:1: time 30: after that of the row before, 1m");
    refused("time,rate\n1:00,1\n", "day.csv:2:1: time 1:00: 0 in the first row");
    refused("rate,time\n", "day.csv:1:1: the header rate,time: time,rate");
    refused(
        "time,rate\n0;1\n", "day.csv:2:1: the row 0;1: a time and a rate, with a comma between");
    refused(
        "time,rate\n0,200000000\n",
        "day.csv:2:3: rate 2.0E8: between 0 and 100 000 000 per second");
    refused("\n", "day.csv: no rows; a profile has the header time,rate and a row for each change");
    refused(() -> of(Between.LINEAR, 0, 1), "speed 0.0: between 0.000001 and 1000000");
    refused(
        () ->
            new ProfileLoad(
                Optional.empty(), ProfileFile.parse("time,rate\n0,0\n", ""), Between.STEPS, 1, 1),
        "points 0.0: a greatest rate above 0 and at most 100 000 000 per second");
  }

  @Test
  void aLineOfAFileThatIsNotUtf8IsNamed(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("day.csv");
    Files.write(
        file, "# a day\n# in Z\u00fcrich\ntime,rate\n".getBytes(StandardCharsets.ISO_8859_1));
    refused(
        () -> ProfileFile.read(file.toString(), Optional.empty()),
        file + ":2: its text is not UTF-8");
  }

  @Test
  void aFileWhoseRatesAreAllZeroIsNamed(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("day.csv"), "time,rate\n0,0\n9,0\n");
    Path file =
        Files.writeString(
            folder.resolve("day.yaml"),
            "name: DAY\nworkload:\n  load: {type: profile, file: day.csv}\n");
    String problem =
        " day.csv: a greatest rate above 0 and at most 100 000 000 per second; it is 0";
    refused(() -> ScenarioCodec.read(file), file + ":3:25: file" + problem);
  }

  /** Of ten seconds at 5/s, ten without load, ten of a rise, and what comes then. */
  @Test
  void timeWithoutLoadIsNoLoadedTime() {
    for (Between between : Between.values()) {
      LongUnaryOperator loaded =
          new ProfileLoad(Optional.empty(), ProfileFile.parse(PAUSE, ""), between, 1, 1)
              .loadedTime();
      int fromRise = between == Between.LINEAR ? 10 : 0;
      assertThat(loaded.applyAsLong(-1)).isZero();
      assertThat(seconds(loaded, 4)).isEqualTo(4);
      assertThat(seconds(loaded, 15)).isEqualTo(10);
      assertThat(seconds(loaded, 30)).isEqualTo(10 + fromRise);
      assertThat(seconds(loaded, 100)).isEqualTo(80 + fromRise);
    }
  }

  /** To a hundredth. */
  private static double seconds(LongUnaryOperator loaded, long of) {
    return Math.round(loaded.applyAsLong(of * 1_000_000_000) / 1e7) / 100.0;
  }

  @Test
  void aScenarioHasThePointsOfItsFile(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("day.csv"), DAY);
    Path file =
        Files.writeString(
            folder.resolve("day.yaml"),
            "name: DAY\nworkload: {load: {type: profile, file: day.csv, speed: 1440}}\n");
    Scenario scenario = ScenarioCodec.read(file);
    ProfileLoad load = (ProfileLoad) scenario.workload().load();
    assertThat(load.points()).isEqualTo(ProfileFile.parse(DAY, ""));
    assertThat(load.speed()).isEqualTo(1_440);
    assertThat(load.scale()).isEqualTo(1);
    assertThat(load.between()).isEqualTo(Between.LINEAR);
    assertThat(scenario.phases().settles()).isFalse();
    String written = ScenarioCodec.write(scenario, ScenarioFormat.YAML);
    assertThat(ScenarioCodec.read(written, ScenarioFormat.YAML, "elsewhere.yaml"))
        .isEqualTo(scenario);
  }

  @Test
  void anotherFileTakesThePlaceOfThePoints(@TempDir Path folder) throws Exception {
    Path other = Files.writeString(folder.resolve("b.csv"), "time,rate\n0,7\n");
    Scenario scenario =
        ScenarioCodec.read(
            "name: A\nworkload: {load: {points: [{at: 0s, rate: 3}]}}\n",
            ScenarioFormat.YAML,
            "a.yaml");
    assertThat(((ProfileLoad) scenario.workload().load()).peakRate().perSecond()).isEqualTo(3);
    Scenario changed = ScenarioChange.set("workload.load.file", other.toString()).applyTo(scenario);
    assertThat(((ProfileLoad) changed.workload().load()).peakRate().perSecond()).isEqualTo(7);
    refused(
        () -> ScenarioChange.set("workload.load.rate", 5).applyTo(scenario),
        "workload.load.rate 5: not with a profile; its rates are multiplied by"
            + " workload.load.scale");
    refused(
        () -> ScenarioChange.set("workload.load.file", "none.csv").applyTo(scenario),
        "profile none.csv: no such file");
  }
}
