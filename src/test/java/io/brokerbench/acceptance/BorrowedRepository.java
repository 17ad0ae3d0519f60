package io.brokerbench.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A local repository of Maven with the artifacts of this build in it, as if they were installed,
 * and with links to all else in the one that the build uses, which is not changed.
 *
 * @param path of it
 */
record BorrowedRepository(Path path) implements AutoCloseable {

  /** Of the deepest module. */
  private static final int DEPTH = 5;

  private static final String OURS = "brokerbench";
  private static final Pattern PARENT = Pattern.compile("<parent>.*?</parent>", Pattern.DOTALL);
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.+?)</artifactId>");
  private static final Pattern VERSION = Pattern.compile("<version>(.+?)</version>");

  /**
   * Makes one.
   *
   * @param path of the new one
   * @param lender that of the build
   */
  static BorrowedRepository create(Path path, Path lender) throws IOException {
    Path io = Files.createDirectories(path.resolve("io"));
    link(lender, path, Set.of("io"));
    link(lender.resolve("io"), io, Set.of(OURS));
    BorrowedRepository repository = new BorrowedRepository(path);
    repository.install();
    return repository;
  }

  private static void link(Path from, Path to, Set<String> without) throws IOException {
    try (Stream<Path> folders = Files.list(from)) {
      for (Path each : folders.toList()) {
        if (!without.contains(each.getFileName().toString())) {
          Files.createSymbolicLink(to.resolve(each.getFileName()), each.toAbsolutePath());
        }
      }
    }
  }

  private void install() throws IOException {
    String version = first(VERSION, Files.readString(Tool.PROJECT.resolve("pom.xml")));
    try (Stream<Path> files = Files.find(Tool.PROJECT, DEPTH, (file, is) -> isPom(file))) {
      for (Path pom : files.toList()) {
        install(pom, version);
      }
    }
  }

  private static boolean isPom(Path file) {
    return file.endsWith("pom.xml") && !Tool.PROJECT.relativize(file).toString().contains("target");
  }

  private void install(Path pom, String version) throws IOException {
    String artifact = first(ARTIFACT, PARENT.matcher(Files.readString(pom)).replaceFirst(""));
    String name = artifact + "-" + version;
    Path folder =
        Files.createDirectories(
            path.resolve("io").resolve(OURS).resolve(artifact).resolve(version));
    Files.copy(pom, folder.resolve(name + ".pom"));
    Path target = pom.resolveSibling("target");
    for (Path jar :
        List.of(
            target.resolve(name + ".jar"),
            target.resolve(artifact + ".jar"),
            target.resolve("lib").resolve(artifact + ".jar"))) {
      if (Files.exists(jar) && Files.notExists(folder.resolve(name + ".jar"))) {
        Files.copy(jar, folder.resolve(name + ".jar"));
      }
    }
  }

  /** Takes the links away, so that whoever deletes the folder meets none. */
  @Override
  public void close() throws IOException {
    for (Path folder : List.of(path, path.resolve("io"))) {
      try (Stream<Path> entries = Files.list(folder)) {
        for (Path link : entries.filter(Files::isSymbolicLink).toList()) {
          Files.delete(link);
        }
      }
    }
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new AssertionError("no " + pattern);
    }
    return matcher.group(1);
  }

  /** Whether the jar of a module has been built. */
  boolean has(String artifact) throws IOException {
    try (Stream<Path> files = Files.walk(path.resolve("io").resolve(OURS).resolve(artifact))) {
      return files.anyMatch(file -> file.toString().endsWith(".jar"));
    }
  }
}
