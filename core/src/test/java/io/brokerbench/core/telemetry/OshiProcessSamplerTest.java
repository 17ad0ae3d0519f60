package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OshiProcessSamplerTest {

  private final OshiProcessSampler sampler = new OshiProcessSampler();

  @Test
  void thisProcessHasUsedTimeAndHoldsMemory() {
    ProcessUsage usage = sampler.sampleAlone(ProcessHandle.current().pid()).orElseThrow();

    assertThat(usage.cpuNanos()).isPositive();
    assertThat(usage.rssBytes()).isGreaterThan(10_000_000);
    assertThat(sampler.sample(ProcessHandle.current().pid())).isPresent();
  }

  @Test
  void thisProcessHoldsThreadsAndDescriptors() {
    ProcessHoldings holdings =
        sampler.holdings(List.of(ProcessHandle.current().pid(), 2_000_000_000L));

    assertThat(holdings.threads().orElseThrow()).isBetween(2L, 1_000L);
    assertThat(holdings.descriptors().orElseThrow()).isPositive();
    assertThat(sampler.holdings(List.of(2_000_000_000L))).isEqualTo(ProcessHoldings.UNKNOWN);
  }

  @Test
  void aProcessThatDoesNotExistIsEmpty() {
    assertThat(sampler.sample(0)).isEmpty();
    assertThat(sampler.sample(Long.MAX_VALUE)).isEmpty();
    assertThat(sampler.sampleAlone(2_000_000_000)).isEmpty();
  }
}
