package io.brokerbench.junit;

import static io.brokerbench.junit.BenchAssertions.assertThat;
import static io.brokerbench.junit.Overrides.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices, storms and requests in test classes as users write them. */
class BenchTrafficTest {

  @TempDir private Path results;

  private static Overrides small() {
    return with()
        .set("phases.warmUp", "100ms")
        .set("phases.steady", "600ms")
        .set("phases.drainLimit", "20s")
        .set("phases.quietPeriod", "400ms")
        .attempts(10);
  }

  @BrokerBench(broker = "test:faulty")
  static class Traffic {

    @Test
    void aStorm(Bench bench) {
      MeasuredRun wills =
          bench.run("WILL", small().publishers(50).set("conditions.storm.every", "5ms"));
      assertThat(wills).losesNothing().figure("storm.missing").isAtMost(0);
      assertThat(wills).figure("storm.came").isAtLeast(180);
      assertThat(wills.result().storm().orElseThrow().missingNames()).isEmpty();
    }

    @Test
    void requests(Bench bench) {
      MeasuredRun requests = bench.run("REQUEST.MQTT5", small().publishers(10).rate(100));
      assertThat(requests).losesNothing().figure("requests.unanswered").isAtMost(0);
      assertThat(requests).figure("requests.replied").isAtLeast(60);
      assertThat(requests.result().requests()).isPresent();
    }

    @Test
    void devices(Bench bench, @TempDir Path folder) throws Exception {
      Files.writeString(folder.resolve("devices.csv"), "id,site\npump-1,north\npump-2,south\n");
      Files.writeString(
          folder.resolve("payload.json"), "{\"site\": \"${site}\", \"proof\": \"${proof}\"}");
      Path fleet =
          Files.writeString(
              folder.resolve("fleet.yaml"),
              """
              name: FLEET
              topology:
                publishers: 2
                consumers: 1
                topics: {publish: 'site/{site}/{id}', subscribe: ['site/+/+']}
              workload: {qos: 1, payload: {template: payload.json}, load: {rate: 100}}
              devices: {publishers: devices.csv}
              """);
      MeasuredRun run = bench.run(fleet.toString(), small());
      assertThat(run).losesNothing().duplicatesNothing();
      assertThat(run).figure("messages.received").isAtLeast(60);
    }
  }

  @Test
  void eachIsARunLikeAnyOther() {
    BrokerBenchTest.succeeds(Traffic.class, results);
  }
}
