package io.brokerbench.core.engine.lane;

import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.result.ReasonCodeCount;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the reason codes of one lane. Allocates nothing once a packet has come; confined to the
 * lane's thread.
 */
final class ReasonCodeMeter {

  private static final int CODES = 256;

  private final Map<AnswerPacket, long[]> counts = new EnumMap<>(AnswerPacket.class);

  void count(AnswerPacket packet, int code) {
    counts.computeIfAbsent(packet, first -> new long[CODES])[code & 0xFF]++;
  }

  /** Those that came, by packet and code. */
  List<ReasonCodeCount> counts() {
    List<ReasonCodeCount> came = new ArrayList<>();
    counts.forEach(
        (packet, codes) -> {
          for (int code = 1; code < CODES; code++) {
            if (codes[code] > 0) {
              came.add(new ReasonCodeCount(packet, code, codes[code]));
            }
          }
        });
    return came;
  }
}
