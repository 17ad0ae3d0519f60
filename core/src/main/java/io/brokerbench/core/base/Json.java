package io.brokerbench.core.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;

/**
 * How this project writes and reads JSON, and YAML likewise: the one configuration of Jackson.
 *
 * <p>Instants are ISO 8601 text, durations are text such as {@code 10s}, an absent {@code Optional}
 * is left out. Reading is strict: an unknown or repeated property, a missing value, a number with a
 * fraction where a whole one belongs, and text after the document are errors.
 */
public final class Json {

  private static final ObjectMapper MAPPER =
      configure(JsonMapper.builder()).enable(SerializationFeature.INDENT_OUTPUT).build();

  private Json() {}

  /** The mapper for JSON documents, indented. Not to be reconfigured. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /** Applies the configuration to a mapper of any format. */
  public static <M extends ObjectMapper, B extends MapperBuilder<M, B>> B configure(B builder) {
    return builder
        .addModule(new Jdk8Module())
        .addModule(new JavaTimeModule())
        .addModule(
            new SimpleModule("durations")
                .addSerializer(Duration.class, writer(Durations::format))
                .addDeserializer(Duration.class, reader(Duration.class, Durations::parse)))
        .defaultPropertyInclusion(
            JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
  }

  /** Writes values of a type as text. */
  public static <T> JsonSerializer<T> writer(Function<T, String> text) {
    return new JsonSerializer<>() {
      @Override
      public void serialize(T value, JsonGenerator out, SerializerProvider provider)
          throws IOException {
        out.writeString(text.apply(value));
      }
    };
  }

  /**
   * Reads values of a type from text.
   *
   * @param value of a text; throws a {@link DefinitionException} or an IllegalStateException for a
   *     text that is none
   */
  public static <T> JsonDeserializer<T> reader(Class<T> type, Function<String, T> value) {
    return new JsonDeserializer<>() {
      @Override
      public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
        if (!in.hasToken(JsonToken.VALUE_STRING)) {
          return type.cast(context.handleUnexpectedToken(type, in));
        }
        try {
          return value.apply(in.getText());
        } catch (DefinitionException | IllegalStateException e) {
          return type.cast(
              context.handleWeirdStringValue(type, in.getText(), "%s", e.getMessage()));
        }
      }
    };
  }
}
