package io.brokerbench.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.brokerbench.core.base.Json;
import java.util.Optional;

/**
 * Requests and replies as JSON, read strictly. Errors never quote the text, as keys may be in it.
 */
final class MemberMessageCodec {

  private static final ObjectMapper MAPPER =
      Json.configure(JsonMapper.builder())
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .build();

  private static final String DESCRIPTION = "\"description\"";

  private MemberMessageCodec() {}

  static String write(Request request) {
    return write(Request.class, request);
  }

  static String write(Reply reply) {
    return write(Reply.class, reply);
  }

  /**
   * Reads a request.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Request request(String text) {
    return read(Request.class, text);
  }

  /**
   * Reads a reply.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Reply reply(String text) {
    return unsupportedVersion(text).orElseGet(() -> read(Reply.class, text));
  }

  /** A description of another version may have any form, but for where it says its version. */
  private static Optional<Reply> unsupportedVersion(String text) {
    if (!text.contains(DESCRIPTION)) {
      return Optional.empty();
    }
    try {
      JsonNode description = MAPPER.readTree(text);
      boolean foreign =
          description.path("type").asText().equals("description")
              && description.path("protocol").asInt() != Reply.VERSION;
      return foreign
          ? Optional.of(new Reply.UnsupportedVersion(description.path("version").asText("unknown")))
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty(); // reading it says why
    }
  }

  private static <T> String write(Class<T> type, T value) {
    try {
      return MAPPER.writerFor(type).writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written: " + e.getOriginalMessage(), e);
    }
  }

  private static <T> T read(Class<T> type, String text) {
    T value;
    try {
      value = MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "no " + type.getSimpleName() + ": " + e.getClass().getSimpleName(), e);
    }
    if (value == null) {
      throw new IllegalArgumentException("no " + type.getSimpleName() + ": null");
    }
    return value;
  }
}
