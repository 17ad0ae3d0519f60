package io.brokerbench.acceptance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Dependencies point one way: what people use to scenarios and containers, those to the core. */
class ArchitectureTest {

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/jmh_generated/"))
          .importPackages(
              "io.brokerbench.core",
              "io.brokerbench.experiment",
              "io.brokerbench.mqtt",
              "io.brokerbench.jms",
              "io.brokerbench.containers",
              "io.brokerbench.kit",
              "io.brokerbench.cluster",
              "io.brokerbench.report",
              "io.brokerbench.cli",
              "io.brokerbench.junit",
              "io.brokerbench.jmh");

  private static final JavaClasses PRODUCT_AND_TESTKIT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/jmh_generated/"))
          .withImportOption(location -> !location.contains("/brokerbench/acceptance/"))
          .importPackages("io.brokerbench");

  private static final long MOST_FILES = 30;

  private static final String GENERATED = "io.soabase.recordbuilder.core.RecordBuilderGenerated";

  /** What serves any broker and any scenario. */
  private static final List<String> GENERAL =
      List.of("io.brokerbench.core.", "io.brokerbench.experiment.", "io.brokerbench.report.");

  private static final Pattern PRODUCTS_AND_PUBLICATIONS =
      Pattern.compile(
          "(?i)mosquitto|artemis|activemq|hivemq|emqx|vernemq|rabbitmq|qpid|nanomq|paho|virtualtopic"
              + "|mishra|kertesz|energies|(?<!hypo)thesis");

  @Test
  void dependenciesPointOneWay() {
    Architectures.layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("cli")
        .definedBy("io.brokerbench.cli..")
        .layer("junit")
        .definedBy("io.brokerbench.junit..")
        .layer("jmh")
        .definedBy("io.brokerbench.jmh..")
        .layer("mqtt")
        .definedBy("io.brokerbench.mqtt..")
        .layer("jms")
        .definedBy("io.brokerbench.jms..")
        .layer("containers")
        .definedBy("io.brokerbench.containers..")
        .layer("kit")
        .definedBy("io.brokerbench.kit..")
        .layer("cluster")
        .definedBy("io.brokerbench.cluster..")
        .layer("report")
        .definedBy("io.brokerbench.report..")
        .layer("experiment")
        .definedBy("io.brokerbench.experiment..")
        .layer("core")
        .definedBy("io.brokerbench.core..")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("junit")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("jmh")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("cluster")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("mqtt")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("jms")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("containers")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("kit")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("report")
        .mayOnlyBeAccessedByLayers("cli", "junit")
        .whereLayer("experiment")
        .mayOnlyBeAccessedByLayers("mqtt", "jms", "report", "cli", "junit", "jmh")
        .check(PRODUCT);
  }

  @Test
  void theCoreKnowsNoClientLibraryNoBrokerProductAndNoDocker() {
    noClasses()
        .that()
        .resideInAPackage("io.brokerbench.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty..",
            "com.hivemq..",
            "org.eclipse.paho..",
            "org.apache.qpid..",
            "jakarta.jms..",
            "org.apache.artemis..",
            "org.apache.activemq..",
            "org.testcontainers..",
            "org.infinispan..",
            "org.jgroups..",
            "picocli..")
        .check(PRODUCT);
  }

  /** Class files have no comments: what is found is a name, a message or another constant. */
  @Test
  void nothingGeneralNamesABrokerProductOrAPublication() {
    List<JavaClass> general =
        PRODUCT.stream()
            .filter(type -> GENERAL.stream().anyMatch(type.getPackageName()::startsWith))
            .toList();
    assertThat(general)
        .hasSizeGreaterThan(400)
        .allSatisfy(
            type ->
                assertThat(PRODUCTS_AND_PUBLICATIONS.matcher(classFile(type)).results())
                    .as(type.getName())
                    .extracting(MatchResult::group)
                    .isEmpty());
  }

  private static String classFile(JavaClass type) {
    try (InputStream in = type.getSource().orElseThrow().getUri().toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void onlyTheClockReadsTheTime() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.brokerbench.core.base.NanoClock")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .check(PRODUCT);
  }

  @Test
  void whatMeasuresDoesNotKnowWhatRuns() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.brokerbench.core.scenario..",
            "io.brokerbench.core.result..",
            "io.brokerbench.core.statistics..",
            "io.brokerbench.core.telemetry..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.brokerbench.core.engine..",
            "io.brokerbench.core.driver..",
            "io.brokerbench.core.broker..")
        .check(PRODUCT);
  }

  @Test
  void noPackagesDependOnEachOtherInACycle() {
    SlicesRuleDefinition.slices()
        .matching("io.brokerbench.(**)")
        .should()
        .beFreeOfCycles()
        .check(PRODUCT_AND_TESTKIT);
  }

  /** Counts files with the package's own page, and not the classes inside of others. */
  @Test
  void noPackageHasMoreThanThirtyFiles() {
    Map<String, Long> files =
        PRODUCT_AND_TESTKIT.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(javaClass -> !javaClass.isAnnotatedWith(GENERATED))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    assertThat(files)
        .hasSizeGreaterThan(40)
        .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MOST_FILES));
  }

  @Test
  void exceptionsSayInTheirNameWhatTheyAre() {
    classes()
        .that()
        .areAssignableTo(Exception.class)
        .should()
        .haveSimpleNameEndingWith("Exception")
        .check(PRODUCT);
  }
}
