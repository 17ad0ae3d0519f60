package io.brokerbench.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** A program that some tests call, and that not every machine has. */
public enum RequiredProgram {
  MOSQUITTO("mosquitto", "mosquitto"),
  MOSQUITTO_SUB("mosquitto_sub", "mosquitto-clients"),
  CURL("curl", "curl"),
  NFT("nft", "nftables"),
  TC("tc", "iproute2"),
  TCPDUMP("tcpdump", "tcpdump"),
  TSHARK("tshark", "tshark"),
  CHROMIUM("chromium", "chromium"),
  CHROMEDRIVER("chromedriver", "chromium-driver"),
  INFLUXD("influxd", "influxdb"),
  VICTORIA_METRICS("victoria-metrics", "victoria-metrics");

  private final String executable;
  private final String debianPackage;

  RequiredProgram(String executable, String debianPackage) {
    this.executable = executable;
    this.debianPackage = debianPackage;
  }

  /** The executable on the path, or where Debian installs programs for root. */
  public Optional<Path> executable() {
    String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, executable))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Skips the test unless the program is installed. The reason names the package, and {@link
   * SkippedTests} repeats it at the end of the build.
   *
   * @throws TestAbortedException if it is not installed
   */
  public Path orSkip() {
    return executable().orElseThrow(() -> new TestAbortedException(reason()));
  }

  String reason() {
    return executable + " is not installed (apt-get install " + debianPackage + ")";
  }
}
