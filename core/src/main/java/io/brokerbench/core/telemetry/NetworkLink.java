package io.brokerbench.core.telemetry;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The network interface by which a host is reached, as Linux describes it in {@code
 * /sys/class/net}.
 *
 * @param name such as {@code eth0}
 * @param bytesPerSecond that it can carry in each direction
 * @param folder of its description
 */
public record NetworkLink(String name, double bytesPerSecond, Path folder) {

  private static final Path INTERFACES = Path.of("/sys/class/net");
  private static final double BYTES_PER_MEGABIT = 1e6 / 8;
  private static final int ANY_PORT = 9;

  /** What has gone through it so far, in bytes. */
  public record Traffic(long received, long sent) {}

  /**
   * The link to a host; empty where there is none to be full, as on the loopback interface, or
   * where its speed is not known, as with most virtual ones. Sends nothing.
   */
  public static Optional<NetworkLink> to(String host) {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(InetAddress.getByName(host), ANY_PORT));
      NetworkInterface device = NetworkInterface.getByInetAddress(socket.getLocalAddress());
      return device == null || device.isLoopback()
          ? Optional.empty()
          : named(INTERFACES, device.getName());
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  static Optional<NetworkLink> named(Path interfaces, String name) {
    Path folder = interfaces.resolve(name);
    long megabits = KernelText.number(KernelText.of(folder.resolve("speed"))).orElse(0);
    return megabits > 0
        ? Optional.of(new NetworkLink(name, megabits * BYTES_PER_MEGABIT, folder))
        : Optional.empty();
  }

  /** What has gone through it; empty if that cannot be read. */
  public Optional<Traffic> traffic() {
    Path statistics = folder.resolve("statistics");
    return KernelText.both(
        KernelText.number(KernelText.of(statistics.resolve("rx_bytes"))),
        KernelText.number(KernelText.of(statistics.resolve("tx_bytes"))),
        Traffic::new);
  }

  /** How full the busier direction was between two readings, from 0 to 1. */
  public double share(Traffic before, Traffic after, double seconds) {
    double bytes =
        Math.max(
            (double) (after.received() - before.received()),
            (double) (after.sent() - before.sent()));
    return seconds <= 0 ? 0 : bytes / seconds / bytesPerSecond;
  }
}
