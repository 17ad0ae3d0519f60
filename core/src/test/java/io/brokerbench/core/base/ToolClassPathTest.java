package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ToolClassPathTest {

  @AfterEach
  void forget() {
    System.clearProperty(ToolClassPath.PROPERTY);
  }

  @Test
  void childrenHaveTheClassPathOfThisJvm() {
    assertThat(ToolClassPath.forChildren()).isEqualTo(System.getProperty("java.class.path"));
  }

  @Test
  void inADistributionTheyHaveTheOneOfItsScript() {
    System.setProperty(ToolClassPath.PROPERTY, "/opt/tool/lib/tool.jar");
    assertThat(ToolClassPath.forChildren()).isEqualTo("/opt/tool/lib/tool.jar");
  }
}
