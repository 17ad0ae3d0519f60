package io.brokerbench.core.cluster;

import io.brokerbench.core.telemetry.EnvironmentProbe;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Which build this is, as the members of a cluster exchange it: the version, and of a snapshot, of
 * which there are many, a checksum of its classes too.
 */
public final class BuildVersion {

  private static final String SNAPSHOT = "-SNAPSHOT";
  private static final Pattern OURS = Pattern.compile("brokerbench-.*[.]jar");

  /** Manifests name the JDK and the time of a build, which change nothing of what it does. */
  private static final String NO_CLASSES = "META-INF/";

  private static final String CURRENT = of(EnvironmentProbe.toolVersion(), classPath());

  private BuildVersion() {}

  /** That of this process; what runs from folders of classes, as in an IDE, has no checksum. */
  public static String current() {
    return CURRENT;
  }

  /**
   * That of a build.
   *
   * @param classPath jars of it, and others; those beside them belong to it as well
   */
  static String of(String version, List<Path> classPath) {
    if (!version.endsWith(SNAPSHOT)) {
      return version;
    }
    CRC32 sum = new CRC32();
    try {
      List<Path> jars = ours(classPath);
      for (Path jar : jars) {
        add(sum, jar);
      }
      return jars.isEmpty() ? version : "%s (%08x)".formatted(version, sum.getValue());
    } catch (IOException e) {
      return version;
    }
  }

  /**
   * Each name once, in their order: the class path names one jar of a folder, and that the others.
   */
  private static List<Path> ours(List<Path> classPath) throws IOException {
    Map<String, Path> jars = new TreeMap<>();
    for (Path jar : classPath) {
      Path folder = jar.toAbsolutePath().getParent();
      if (OURS.matcher(jar.getFileName().toString()).matches() && Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          files
              .filter(file -> OURS.matcher(file.getFileName().toString()).matches())
              .forEach(file -> jars.putIfAbsent(file.getFileName().toString(), file));
        }
      }
    }
    return List.copyOf(jars.values());
  }

  /** What a jar's own directory says of its contents; nothing is unpacked. */
  private static void add(CRC32 sum, Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<String> contents =
          zip.stream()
              .filter(entry -> !entry.isDirectory() && !entry.getName().startsWith(NO_CLASSES))
              .map(BuildVersion::inWords)
              .sorted()
              .toList();
      contents.forEach(entry -> sum.update(entry.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private static String inWords(ZipEntry entry) {
    return entry.getName() + " " + entry.getCrc() + "\n";
  }

  private static List<Path> classPath() {
    return Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
        .filter(path -> path.endsWith(".jar"))
        .map(Path::of)
        .toList();
  }
}
