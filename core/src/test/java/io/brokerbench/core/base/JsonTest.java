package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonTest {

  private record Waits(Duration least, Optional<Duration> most) {}

  private record Version(int number) {

    static Version parse(String text) {
      if (!text.startsWith("v")) {
        throw new IllegalStateException("no version");
      }
      return new Version(Integer.parseInt(text.substring(1)));
    }
  }

  private final ObjectMapper versions =
      Json.configure(JsonMapper.builder())
          .addModule(
              new SimpleModule("versions")
                  .addSerializer(Version.class, Json.writer(version -> "v" + version.number()))
                  .addDeserializer(Version.class, Json.reader(Version.class, Version::parse)))
          .build();

  @Test
  void durationsAreText() throws JsonProcessingException {
    Waits waits = new Waits(Duration.ofMillis(500), Optional.of(Duration.ofMinutes(2)));
    String text = versions.writeValueAsString(waits);
    assertThat(text).isEqualTo("{\"least\":\"500ms\",\"most\":\"2m\"}");
    assertThat(versions.readValue(text, Waits.class)).isEqualTo(waits);
    assertThatThrownBy(() -> versions.readValue("{\"least\":5}", Waits.class))
        .isInstanceOf(MismatchedInputException.class);
    assertThatThrownBy(() -> versions.readValue("{\"least\":\"soon\"}", Waits.class))
        .isInstanceOf(InvalidFormatException.class);
  }

  @Test
  void aTypeOfItsOwnIsWrittenAndReadAsText() throws JsonProcessingException {
    assertThat(versions.writeValueAsString(new Version(7))).isEqualTo("\"v7\"");
    assertThat(versions.readValue("\"v7\"", Version.class)).isEqualTo(new Version(7));
    assertThatThrownBy(() -> versions.readValue("7", Version.class))
        .isInstanceOf(MismatchedInputException.class);
    assertThatThrownBy(() -> versions.readValue("\"7\"", Version.class))
        .isInstanceOf(InvalidFormatException.class)
        .hasMessageContaining("no version");
  }
}
