package io.brokerbench.core.base;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What is wrong with a JSON document, in one short line: where, what stands there, and what belongs
 * there. Jackson's own messages name Java's classes and repeat values of any length.
 */
public final class JsonProblem {

  /** Enough of a value to find it. */
  private static final int MOST_QUOTED = 40;

  private JsonProblem() {}

  /** {@code verdict.status: "FINE", which is none of OK, FAILED}. */
  public static String of(JsonProcessingException error) {
    if (error instanceof JsonMappingException mapping) {
      String path = path(mapping);
      return path.isEmpty() ? ofMapping(mapping) : path + ": " + ofMapping(mapping);
    }
    JsonLocation at = error.getLocation();
    return at == null
        ? syntax(error)
        : syntax(error) + " (line %d, column %d)".formatted(at.getLineNr(), at.getColumnNr());
  }

  /** What is wrong with text that is no JSON or YAML, without its place. */
  public static String syntax(JacksonException error) {
    if (error instanceof StreamConstraintsException) {
      return "a name, a number or a depth beyond all that documents have here";
    }
    if (error instanceof JsonEOFException) {
      return "it ends too early";
    }
    String first = String.valueOf(error.getOriginalMessage()).lines().findFirst().orElse("damaged");
    return quoted(first.replaceFirst(" *\\(start marker at .*", ""), 4 * MOST_QUOTED);
  }

  private static String ofMapping(JsonMappingException error) {
    if (error instanceof UnrecognizedPropertyException unknown) {
      return "\"%s\" is no field".formatted(quoted(unknown.getPropertyName(), MOST_QUOTED));
    }
    if (error instanceof InvalidFormatException wrong) {
      return "\"%s\", which is %s"
          .formatted(
              quoted(String.valueOf(wrong.getValue()), MOST_QUOTED), unlike(wrong.getTargetType()));
    }
    if (error instanceof ValueInstantiationException && error.getCause() != null) {
      return quoted(String.valueOf(error.getCause().getMessage()), 4 * MOST_QUOTED);
    }
    if (isAbsent(error)) {
      return "missing";
    }
    return unlike(error instanceof MismatchedInputException wrong ? wrong.getTargetType() : null);
  }

  private static boolean isAbsent(JsonMappingException error) {
    String message = String.valueOf(error.getOriginalMessage());
    return message.startsWith("Null value") || message.contains("`null`");
  }

  private static String unlike(Class<?> type) {
    if (type != null && type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(constant -> Json.mapper().valueToTree(constant).asText())
          .collect(Collectors.joining(", ", "none of ", ""));
    }
    if (type == long.class || type == int.class || type == Long.class || type == Integer.class) {
      return "no whole number";
    }
    if (type == double.class || type == Double.class) {
      return "no number";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "neither true nor false";
    }
    if (type == String.class) {
      return "no text";
    }
    if (type == Duration.class) {
      return "no length of time, which is a number with a unit (ns, us, ms, s, m, h, d)";
    }
    return type != null && Iterable.class.isAssignableFrom(type)
        ? "no list"
        : "not of the form that this version reads";
  }

  private static String path(JsonMappingException error) {
    return error.getPath().stream()
        .map(step -> step.getFieldName() == null ? "" + step.getIndex() : step.getFieldName())
        .map(step -> quoted(step, MOST_QUOTED))
        .collect(Collectors.joining("."));
  }

  private static String quoted(String text, int most) {
    String line = text.strip().replaceAll("\\s*\\R\\s*", " ");
    return line.length() <= most ? line : line.substring(0, most) + "...";
  }
}
