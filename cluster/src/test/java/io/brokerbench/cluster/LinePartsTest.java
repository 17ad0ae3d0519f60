package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines arrive whole, once and in order, whatever calls and answers are lost. */
class LinePartsTest {

  private final LineOutbox outbox = new LineOutbox();
  private final LineInbox inbox = new LineInbox();

  private List<String> cross() {
    List<String> lines = inbox.take(outbox.first(), outbox.forOneCall());
    outbox.confirm(inbox.have());
    return lines;
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        LineOutbox.PART_CHARACTERS - 1,
        LineOutbox.PART_CHARACTERS,
        LineOutbox.PART_CHARACTERS + 1,
        2 * LineOutbox.PART_CHARACTERS
      })
  void lineOfAnyLengthIsWhole(int length) {
    outbox.add("x".repeat(length));
    outbox.add("next");
    List<String> lines = new ArrayList<>();
    while (outbox.size() > 0) {
      lines.addAll(cross());
    }
    assertThat(lines).containsExactly("x".repeat(length), "next");
  }

  @Test
  void longLineTakesSeveralCallsOfWhichNoneIsLonger() {
    String line = "x".repeat(5 * LineOutbox.CALL_CHARACTERS);
    outbox.add(line);
    int calls = 0;
    List<String> lines = List.of();
    while (outbox.size() > 0) {
      assertThat(lines).isEmpty();
      assertThat(outbox.forOneCall().stream().mapToInt(String::length).sum())
          .isLessThanOrEqualTo(LineOutbox.CALL_CHARACTERS);
      lines = cross();
      calls++;
    }
    assertThat(calls).isBetween(5, 7);
    assertThat(lines).containsExactly(line);
  }

  @Test
  void characterOfTwoHalvesIsNotCutInTwo() {
    String line = "x".repeat(LineOutbox.PART_CHARACTERS - 1) + "\uD83D\uDE00 and more";
    outbox.add(line);
    List<String> lines = new ArrayList<>();
    while (outbox.size() > 0) {
      assertThat(outbox.forOneCall())
          .allMatch(part -> StandardCharsets.UTF_8.newEncoder().canEncode(part));
      lines.addAll(cross());
    }
    assertThat(lines).containsExactly(line);
  }

  @Test
  void whatIsLostOrComesTwiceChangesNothing() {
    Random random = new Random(7);
    long lateFirst = 0;
    List<String> late = List.of();
    List<String> sent = new ArrayList<>();
    List<String> received = new ArrayList<>();
    while (sent.size() < 300 || outbox.size() > 0) {
      if (sent.size() < 300) {
        String line = sent.size() + "x".repeat(random.nextInt(2 * LineOutbox.PART_CHARACTERS));
        sent.add(line);
        outbox.add(line);
      }
      if (random.nextInt(3) > 0) {
        received.addAll(inbox.take(outbox.first(), outbox.forOneCall()));
      }
      if (random.nextInt(3) > 0) {
        outbox.confirm(inbox.have());
      }
      if (random.nextInt(10) == 0) {
        received.addAll(inbox.take(lateFirst, late)); // overtaken by others
        lateFirst = outbox.first();
        late = outbox.forOneCall();
      }
    }
    assertThat(received).isEqualTo(sent);
  }
}
