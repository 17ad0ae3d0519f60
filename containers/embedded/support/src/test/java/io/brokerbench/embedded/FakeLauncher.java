package io.brokerbench.embedded;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** A launcher of a broker that listens and no more; a file in its folder shows that it stopped. */
public final class FakeLauncher implements EmbeddedBroker {

  private final boolean works;
  private Path stopped;

  private FakeLauncher(boolean works) {
    this.works = works;
  }

  /** With {@code fails} as the first argument it leaves a thread behind and throws. */
  public static void main(String[] args) {
    boolean fails = args[0].equals("fails");
    String[] rest = fails ? Arrays.copyOfRange(args, 1, args.length) : args;
    EmbeddedMain.run(new FakeLauncher(!fails), rest);
  }

  @Override
  public String product() {
    return "Fake";
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  public Map<String, Integer> start(LaunchOptions options) throws Exception {
    stopped = options.data().resolve("stopped");
    System.out.println("the product prints to standard output");
    Thread lasting = new Thread(FakeLauncher::hang);
    lasting.setDaemon(works);
    lasting.start();
    if (!works) {
      throw new IllegalStateException("wrapped", new IllegalArgumentException("no licence"));
    }
    return Map.of(
        "mqtt",
        new ServerSocket(options.port(), 1, InetAddress.getLoopbackAddress()).getLocalPort());
  }

  private static void hang() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void stop() throws Exception {
    Files.createFile(stopped);
  }
}
