package io.brokerbench.embedded;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a product's figures into a file of its folder each second, for the parent to read: lines
 * {@code queued=}, {@code connections=} and {@code heap=} (bytes in use), of which the first two
 * may be missing. A reader sees a whole file or none. A process that is halted or gone leaves an
 * old one.
 */
final class FiguresFile {

  /** In the broker's folder. */
  static final String NAME = "figures.properties";

  private static final long INTERVAL_MILLIS = 1_000;

  private final EmbeddedBroker broker;
  private final Path file;
  private final Path next;

  FiguresFile(EmbeddedBroker broker, Path folder) {
    this.broker = broker;
    this.file = folder.resolve(NAME);
    this.next = folder.resolve(NAME + ".next");
  }

  /** From now on, as long as the JVM lives. */
  void start() {
    Thread writer = new Thread(this::write, "broker-figures");
    writer.setDaemon(true);
    writer.start();
  }

  private void write() {
    try {
      while (true) {
        Files.writeString(next, text());
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        Thread.sleep(INTERVAL_MILLIS);
      }
    } catch (IOException | InterruptedException e) {
      return; // the folder is gone, and so will we be
    }
  }

  /** A product that is starting or ending may have none at the moment. */
  private String text() {
    StringBuilder text = new StringBuilder();
    try {
      ProductFigures figures = broker.figures().orElseThrow();
      figures.queued().ifPresent(n -> text.append("queued=").append(n).append('\n'));
      figures.connections().ifPresent(n -> text.append("connections=").append(n).append('\n'));
    } catch (Exception e) {
      text.setLength(0);
    }
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    return text.append("heap=")
        .append(memory.getHeapMemoryUsage().getUsed())
        .append('\n')
        .toString();
  }
}
