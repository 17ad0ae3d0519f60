package io.brokerbench.core.engine.worker;

import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.scenario.Scenario;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Whether two processes mean the same scenario. */
final class ScenarioDigest {

  private ScenarioDigest() {}

  /** SHA-256 of the scenario as JSON, in hexadecimal digits. */
  static String of(Scenario scenario) {
    try {
      byte[] json =
          ScenarioCodec.write(scenario, ScenarioFormat.JSON).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
