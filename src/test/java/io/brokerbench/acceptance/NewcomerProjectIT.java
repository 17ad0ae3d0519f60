package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Maven project outside of the repository, with the dependency and the test class of
 * docs/junit.md and what any project with JUnit tests has: its build passes where the broker is
 * good enough, and fails where it is not. On a busy machine a test may be aborted instead, with a
 * reason that names the machine; {@code BrokerBenchTest} shows both on any machine.
 *
 * <p>It gets our artifacts from a local repository of its own, and all else from that of the build.
 * Its Maven works offline.
 */
class NewcomerProjectIT {

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>org.example</groupId>
        <artifactId>newcomer</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.release>17</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        <dependencies>
          %s
          <dependency>
            <groupId>org.junit.jupiter</groupId>
            <artifactId>junit-jupiter</artifactId>
            <version>%s</version>
            <scope>test</scope>
          </dependency>
        </dependencies>
        <build>
          <plugins>
            <plugin><artifactId>maven-resources-plugin</artifactId><version>%s</version></plugin>
            <plugin><artifactId>maven-compiler-plugin</artifactId><version>%s</version></plugin>
            <plugin>
              <artifactId>maven-surefire-plugin</artifactId>
              <version>%s</version>
              <configuration>
                <argLine>-Djava.io.tmpdir=${project.basedir}/tmp</argLine>
              </configuration>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

  private static final String NETTY = System.getProperty("netty.version");

  @TempDir private Path folder;

  @Test
  void aProjectWithTheManualsSnippetsPassesAndFailsAsItShould() throws Exception {
    String lender = System.getProperty("localRepository", "");
    assumeTrue(Files.isDirectory(Path.of(lender)), "needs Maven's build around it");
    Path project = project();
    String said;
    try (BorrowedRepository repository =
        BorrowedRepository.create(folder.resolve("m2"), Path.of(lender))) {
      assumeTrue(repository.has("brokerbench-junit"), "needs the jars, which mvn verify builds");
      said = build(project, repository);
    }

    assertThat(said).contains("Tests run: 2, ", "Errors: 0");
    Set<String> aborted = aborted(project);
    assertThat(said)
        .contains("Failures: %d,".formatted(aborted.contains("StricterTest") ? 0 : 1))
        .contains("Skipped: " + aborted.size());
    if (!aborted.contains("StricterTest")) {
      theStricterTestFailed(project, said);
    }
    assertThat(nettyOf(project)).isNotEmpty().allMatch(jar -> jar.contains("-" + NETTY));
    try (Stream<Path> kept = Files.list(project.resolve("target/brokerbench/ReleaseGateTest"))) {
      assertThat(kept)
          .anySatisfy(run -> assertThat(run.resolve("result.json")).isNotEmptyFile())
          .anySatisfy(run -> assertThat(run.resolve("report.html")).isNotEmptyFile());
    }
    try (Stream<Path> left = Files.list(project.resolve("tmp"))) {
      assertThat(left.filter(file -> file.getFileName().toString().startsWith("brokerbench")))
          .isEmpty();
    }
  }

  private static void theStricterTestFailed(Path project, String said) {
    assertThat(said)
        .contains("BUILD FAILURE")
        .containsPattern(
            "StricterTest.fanInKeepsItsPromises.*FANIN\\.Q1\\.SHARED on Artemis \\S+ fails:"
                + " broker\\.cpuPerMessage is .*, and should be at most 1 us");
    assertThat(project.resolve("target/brokerbench/StricterTest/TEST-StricterTest.xml"))
        .content()
        .contains("<failure", "latency.endToEnd.p99", "[[ATTACHMENT|");
  }

  /**
   * The classes whose test was aborted. That is right on a busy machine only, and the reason in
   * Surefire's report says so: it never accuses the broker.
   */
  private static Set<String> aborted(Path project) throws IOException {
    Set<String> aborted = new TreeSet<>();
    for (String name : List.of("ReleaseGateTest", "StricterTest")) {
      String report =
          Files.readString(project.resolve("target/surefire-reports/TEST-%s.xml".formatted(name)));
      if (report.contains("<skipped")) {
        assertThat(report)
            .containsPattern(
                "<skipped [\\s\\S]*: (GENERATOR_LIMITED|DISTURBED), so the figures say");
        aborted.add(name);
      }
    }
    return aborted;
  }

  /** The jars of Netty that its tests had, without BoringSSL's, which has versions of its own. */
  private static List<String> nettyOf(Path project) throws IOException {
    Path report = project.resolve("target/surefire-reports/TEST-ReleaseGateTest.xml");
    return Pattern.compile("netty-(?!tcnative)[a-z0-9_-]+-[0-9][^/:]*[.]jar")
        .matcher(Files.readString(report))
        .results()
        .map(MatchResult::group)
        .distinct()
        .toList();
  }

  private Path project() throws IOException {
    Path project = Files.createDirectories(folder.resolve("newcomer"));
    Path tests = Files.createDirectories(project.resolve("src/test/java"));
    Files.createDirectories(project.resolve("tmp"));
    Files.writeString(
        project.resolve("pom.xml"),
        POM.formatted(
            ManualSnippets.pom(),
            System.getProperty("junit.version"),
            System.getProperty("maven-resources-plugin.version"),
            System.getProperty("maven-compiler-plugin.version"),
            System.getProperty("maven-surefire-plugin.version")));
    Files.writeString(tests.resolve("ReleaseGateTest.java"), ManualSnippets.gate());
    Files.writeString(
        tests.resolve("StricterTest.java"), ManualSnippets.stricterGate("StricterTest"));
    return project;
  }

  private static String build(Path project, BorrowedRepository repository) throws Exception {
    Path maven = Path.of(System.getProperty("maven.home"), "bin", "mvn");
    assumeTrue(Files.isExecutable(maven), "needs " + maven);
    ProcessBuilder builder =
        new ProcessBuilder(
            maven.toString(),
            "-B",
            "-o",
            "-Dstyle.color=never",
            "-Dmaven.repo.local=" + repository.path(),
            // What the build's repository says of where its files came from is of other settings.
            "-Dmaven.legacyLocalRepo=true",
            "-Daether.enhancedLocalRepository.trackingFilename=none",
            "test");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("MAVEN_OPTS");
    builder.environment().remove("MAVEN_ARGS");
    Process process = builder.directory(project.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(said).isTrue();
    return said;
  }
}
