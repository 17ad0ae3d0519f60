package io.brokerbench.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The life of a launcher's JVM.
 *
 * <p>Prints one line on standard output, {@code READY product=Artemis version=2.55.0
 * mqtt=127.0.0.1:41883 mqtts=127.0.0.1:41884} once the broker listens; all else goes to standard
 * error. A failed start ends the JVM at once with exit code 3 (wrong arguments: 2), after a last
 * line {@code FAILED reason} there, whatever threads the product has left running.
 *
 * <p>One of a pair prints a line each time that its role changes: {@code STANDBY product=Artemis
 * version=2.55.0} once it could take over, {@code READY ...} once it accepts clients, {@code
 * STARTING ...} if it can do neither any more.
 *
 * <p>The broker shuts down in an orderly way when standard input ends or the JVM is asked to
 * terminate. As the parent holds the other end of standard input, its death ends the broker too,
 * even by SIGKILL. A broker that does not stop within {@value #STOP_LIMIT_SECONDS} s is cut off.
 */
public final class EmbeddedMain {

  static final int FAILED = 3;
  static final int USAGE = 2;
  private static final int STOP_LIMIT_SECONDS = 20;
  private static final long ROLE_POLL_MILLIS = 20;

  private final EmbeddedBroker broker;
  private final PrintStream out;
  private final AtomicBoolean failed = new AtomicBoolean();

  private EmbeddedMain(EmbeddedBroker broker, PrintStream out) {
    this.broker = broker;
    this.out = out;
  }

  /** Runs the broker until it is asked to end; does not return. */
  public static void run(EmbeddedBroker broker, String... args) {
    PrintStream out = System.out;
    System.setOut(System.err); // products that print must not disturb the one line
    new EmbeddedMain(broker, out).run(args);
  }

  private void run(String... args) {
    LaunchOptions options;
    try {
      options = LaunchOptions.parse(args);
    } catch (IllegalArgumentException e) {
      die(USAGE, e);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "broker-stop"));
    Thread input = exitAtEndOf(System.in);
    try {
      LaunchOptions.bindable(options.host(), options.port()); // says at once that it is taken
      Map<String, Integer> ports = new TreeMap<>(broker.start(options));
      if (broker.figures().isPresent()) {
        new FiguresFile(broker, options.data()).start();
      }
      if (options.pair().isPresent()) {
        watch(options);
      } else {
        say(readyLine(options.host(), ports));
      }
      input.join(); // or the JVM would end with a product that has daemon threads only
    } catch (Throwable e) {
      e.printStackTrace(System.err);
      die(FAILED, e);
    }
  }

  /** Until the JVM ends. */
  private void watch(LaunchOptions options) throws Exception {
    Map<String, Integer> ports = new TreeMap<>(options.ports());
    ports.put("mqtt", options.port());
    Role last = Role.STARTING;
    while (true) {
      Role role = broker.role();
      if (role != last) {
        say(role == Role.ACTIVE ? readyLine(options.host(), ports) : identity(role.name()) + "\n");
        last = role;
      }
      Thread.sleep(ROLE_POLL_MILLIS);
    }
  }

  /** In one piece: the product logs to the same file. */
  private void say(String line) {
    out.print(line);
    out.flush();
  }

  private String identity(String word) {
    return word + " product=" + broker.product() + " version=" + broker.version();
  }

  private String readyLine(String host, Map<String, Integer> ports) {
    StringBuilder line = new StringBuilder(identity("READY"));
    ports.forEach(
        (scheme, port) ->
            line.append(' ').append(scheme).append('=').append(host).append(':').append(port));
    return line.append(System.lineSeparator()).toString();
  }

  private static Thread exitAtEndOf(InputStream in) {
    Thread watch =
        new Thread(
            () -> {
              drain(in);
              System.exit(0);
            },
            "broker-input");
    watch.setDaemon(true);
    watch.start();
    return watch;
  }

  private static void drain(InputStream in) {
    try {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      System.err.println("standard input: " + e);
    }
  }

  private void stop() {
    if (failed.get()) {
      return;
    }
    CountDownLatch stopped = new CountDownLatch(1);
    Thread limit =
        new Thread(
            () -> {
              if (!await(stopped)) {
                System.err.println("did not stop within " + STOP_LIMIT_SECONDS + " s: cut off");
                Runtime.getRuntime().halt(1);
              }
            },
            "broker-stop-limit");
    limit.setDaemon(true);
    limit.start();
    try {
      broker.stop();
    } catch (Throwable e) {
      e.printStackTrace(System.err);
    } finally {
      stopped.countDown();
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(STOP_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Ends the JVM past all hooks: a product whose start failed may hang in its own. */
  private void die(int exitCode, Throwable cause) {
    failed.set(true);
    System.err.println("FAILED " + reason(cause));
    System.err.flush();
    Runtime.getRuntime().halt(exitCode);
  }

  /** What the deepest cause says: the products wrap it in layers that say nothing. */
  static String reason(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    String message = deepest.getMessage();
    String text =
        message == null || message.isBlank() ? deepest.getClass().getSimpleName() : message;
    return text.lines().findFirst().orElse(text).strip();
  }
}
