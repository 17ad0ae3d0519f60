package io.brokerbench.jmh;

import java.io.IOException;

/** JMH's own command line, as a main class to be started from an IDE and from the jar. */
public final class Benchmarks {

  private Benchmarks() {}

  /** Takes JMH's arguments: {@code RoundTrip -p broker=process:mosquitto}. */
  public static void main(String[] args) throws IOException {
    org.openjdk.jmh.Main.main(args);
  }
}
