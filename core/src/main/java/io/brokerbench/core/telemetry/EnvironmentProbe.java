package io.brokerbench.core.telemetry;

import com.sun.management.OperatingSystemMXBean;
import io.brokerbench.core.result.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import oshi.SystemInfo;

/**
 * Reads where a run takes place.
 *
 * <p>In a container, cores and memory are what the container may use. What cannot be found out is
 * {@code unknown}. Names of the machine, its user and its network are left out, so that results can
 * be shown to others.
 */
public final class EnvironmentProbe {

  private static final String UNKNOWN = "unknown";
  private static final String POM_PROPERTIES =
      "/META-INF/maven/io.brokerbench/brokerbench-core/pom.properties";

  private final Path root;

  /** For this machine. */
  public EnvironmentProbe() {
    this(Path.of("/"));
  }

  /** For a machine whose system files are below another folder. */
  EnvironmentProbe(Path root) {
    this.root = root;
  }

  /** What there is to know; the same at every call. */
  public Environment probe() {
    return new Environment(
        toolVersion(),
        operatingSystem(),
        System.getProperty("os.arch", UNKNOWN),
        cpuModel(),
        Runtime.getRuntime().availableProcessors(),
        memoryBytes(),
        System.getProperty("java.vm.name")
            + " "
            + System.getProperty("java.runtime.version")
            + " ("
            + System.getProperty("java.vendor")
            + ")");
  }

  /**
   * Version of brokerbench, from the jar's manifest or what Maven puts into the jar; {@code
   * unreleased} for classes that are not in a jar.
   */
  public static String toolVersion() {
    String manifest = EnvironmentProbe.class.getPackage().getImplementationVersion();
    if (manifest != null) {
      return manifest;
    }
    try (InputStream in = EnvironmentProbe.class.getResourceAsStream(POM_PROPERTIES)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", "unreleased");
    } catch (IOException e) {
      return "unreleased";
    }
  }

  private String operatingSystem() {
    String kernel =
        System.getProperty("os.name", UNKNOWN) + " " + System.getProperty("os.version", "");
    return value("etc/os-release", "PRETTY_NAME", '=')
        .map(name -> name.replace("\"", "") + ", " + kernel.strip())
        .orElse(kernel.strip());
  }

  private String cpuModel() {
    return value("proc/cpuinfo", "model name", ':')
        .map(name -> name + generation())
        .or(() -> value("proc/cpuinfo", "Model", ':'))
        .or(EnvironmentProbe::cpuModelByOshi)
        .orElse(UNKNOWN);
  }

  /** A hypervisor gives processors of several generations the same name. */
  private String generation() {
    return value("proc/cpuinfo", "cpu family", ':')
        .flatMap(
            family ->
                value("proc/cpuinfo", "model", ':')
                    .map(model -> " (family %s, model %s)".formatted(family, model)))
        .orElse("");
  }

  private static Optional<String> cpuModelByOshi() {
    try {
      String name =
          new SystemInfo().getHardware().getProcessor().getProcessorIdentifier().getName();
      return Optional.ofNullable(name).map(String::strip).filter(text -> !text.isEmpty());
    } catch (RuntimeException | LinkageError e) {
      return Optional.empty(); // a native library that this machine does not have
    }
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  /** The first value of a key in a file of lines "key separator value". */
  private Optional<String> value(String file, String key, char separator) {
    return KernelText.of(root.resolve(file))
        .lines()
        .filter(line -> line.startsWith(key))
        .filter(line -> line.substring(key.length()).stripLeading().indexOf(separator) == 0)
        .map(line -> line.substring(line.indexOf(separator) + 1).strip())
        .filter(text -> !text.isEmpty())
        .findFirst();
  }
}
