package io.brokerbench.core.definition;

import io.brokerbench.core.scenario.Scenario;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Whether two processes mean the same scenario. */
public final class ScenarioDigest {

  private ScenarioDigest() {}

  /** SHA-256 of the scenario as JSON, in hexadecimal digits. */
  public static String of(Scenario scenario) {
    try {
      byte[] json =
          ScenarioCodec.write(scenario, ScenarioFormat.JSON).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
