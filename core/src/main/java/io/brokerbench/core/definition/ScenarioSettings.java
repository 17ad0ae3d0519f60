package io.brokerbench.core.definition;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Scenario;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The settings of a scenario with their descriptions, as its records declare them. */
public final class ScenarioSettings {

  private static final Map<String, String> DESCRIPTIONS = new LinkedHashMap<>();

  static {
    collect("", Scenario.class);
  }

  private ScenarioSettings() {}

  /** One sentence about each setting by its path, in the order of the document. */
  public static Map<String, String> descriptions() {
    return Collections.unmodifiableMap(DESCRIPTIONS);
  }

  private static void collect(String prefix, Class<?> record) {
    for (RecordComponent component : record.getRecordComponents()) {
      String path = prefix + component.getName();
      Class<?> type = typeOf(component.getGenericType());
      if (type.isAnnotationPresent(JsonSubTypes.class)) {
        DESCRIPTIONS.put(path + ".type", type.getAnnotation(JsonClassDescription.class).value());
        for (JsonSubTypes.Type kind : type.getAnnotation(JsonSubTypes.class).value()) {
          collect(path + ".", kind.value());
        }
      } else if (type.isRecord() && type != Rate.class) {
        collect(path + ".", type);
      } else {
        DESCRIPTIONS.putIfAbsent(
            path, component.getAccessor().getAnnotation(JsonPropertyDescription.class).value());
      }
    }
  }

  /** Of an optional value, the type of the value. */
  private static Class<?> typeOf(Type type) {
    if (type instanceof ParameterizedType held) {
      return typeOf(
          held.getRawType() == Optional.class
              ? held.getActualTypeArguments()[0]
              : held.getRawType());
    }
    return (Class<?>) type;
  }
}
