package io.brokerbench.experiment.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StopSwitchTest {

  private final StopSwitch stop = new StopSwitch();
  private final List<String> events = new ArrayList<>();

  /** A rig that does something while it runs. */
  private Rig rig(String name, Runnable meanwhile) {
    return new Rig() {
      @Override
      public RunResult run() {
        events.add(name + " runs");
        meanwhile.run();
        return new ExampleResult().build();
      }

      @Override
      public void stop() {
        events.add(name + " is stopped");
      }
    };
  }

  @Test
  void onlyTheRunThatIsUnderWayIsStopped() throws Exception {
    stop.run(rig("first", () -> {}));
    stop.run(rig("second", stop::stop));

    assertThat(stop.isStopped()).isTrue();
    assertThat(events).containsExactly("first runs", "second runs", "second is stopped");
  }

  @Test
  void ofTwoRunsBesideEachOtherBothAreStopped() throws Exception {
    stop.run(
        rig(
            "load",
            () -> {
              try {
                stop.run(rig("probe", stop::stop));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            }));

    assertThat(events)
        .containsExactly("load runs", "probe runs", "load is stopped", "probe is stopped");
  }

  @Test
  void aRunThatBeginsTooLateIsStoppedAtOnce() throws Exception {
    stop.stop();
    stop.run(rig("late", () -> {}));

    assertThat(events).containsExactly("late is stopped", "late runs");
  }

  @Test
  void whatIsNoRunIsInterruptedAndNoInterruptionIsLeft() {
    assertThatThrownBy(
            () ->
                stop.interrupting(
                    () -> {
                      stop.stop();
                      assertThat(Thread.currentThread().isInterrupted()).isTrue();
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void workThatEndsByItselfIsNotInterrupted() throws Exception {
    stop.interrupting(() -> events.add("done"));

    stop.stop();

    assertThat(events).containsExactly("done");
    assertThat(Thread.interrupted()).isFalse();
  }
}
