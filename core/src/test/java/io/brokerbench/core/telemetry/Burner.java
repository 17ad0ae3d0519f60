package io.brokerbench.core.telemetry;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that obeys commands on standard input, and says when it is done: {@code burn MILLIS},
 * {@code hold MEBIBYTES}.
 */
final class Burner {

  private static final int MEBIBYTE = 1024 * 1024;

  private Burner() {}

  public static void main(String[] arguments) throws IOException {
    List<ByteBuffer> held = new ArrayList<>();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", 2);
      int amount = Integer.parseInt(words[1]);
      if (words[0].equals("burn")) {
        burn(amount);
      } else {
        hold(amount, held);
      }
      System.out.println("done " + held.size());
    }
  }

  private static void burn(int millis) {
    long end = System.nanoTime() + millis * 1_000_000L;
    double value = 1;
    while (System.nanoTime() < end) {
      value = Math.sqrt(value + 1);
    }
    if (value < 0) {
      throw new AssertionError();
    }
  }

  private static void hold(int mebibytes, List<ByteBuffer> held) {
    for (int i = 0; i < mebibytes; i++) {
      ByteBuffer block = ByteBuffer.allocateDirect(MEBIBYTE);
      for (int at = 0; at < MEBIBYTE; at += 1024) {
        block.put(at, (byte) 1);
      }
      held.add(block);
    }
  }
}
