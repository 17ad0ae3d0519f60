package io.brokerbench.core.result;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Agents that carried a run. */
final class ExampleAgents {

  private ExampleAgents() {}

  /** Agents a, b, c, ...; the last of them has ended before it reported. */
  static List<AgentUsage> of(int count) {
    return IntStream.range(0, count).mapToObj(i -> agent(i, i < count - 1)).toList();
  }

  private static AgentUsage agent(int number, boolean reported) {
    return new AgentUsage(
        Character.toString('a' + number),
        "host" + number,
        4,
        2,
        1_250,
        number,
        1_250,
        reported,
        60_000,
        60_000,
        reported ? OptionalDouble.of(31) : OptionalDouble.empty(),
        reported ? OptionalLong.of(410_000) : OptionalLong.empty(),
        -50_000_000,
        112_000,
        reported ? OptionalLong.of(3_000) : OptionalLong.empty());
  }
}
