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
import java.time.Instant;
import java.util.Map;
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
              "io.brokerbench.mqtt",
              "io.brokerbench.jms",
              "io.brokerbench.containers",
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
        .layer("cluster")
        .definedBy("io.brokerbench.cluster..")
        .layer("report")
        .definedBy("io.brokerbench.report..")
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
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("containers")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("report")
        .mayOnlyBeAccessedByLayers("cli", "junit")
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
            "io.brokerbench.core.broker..",
            "io.brokerbench.core.report..")
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
