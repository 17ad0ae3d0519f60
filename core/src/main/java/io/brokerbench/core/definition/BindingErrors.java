package io.brokerbench.core.definition;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Says in one line, and with its place, why a document could not be made into what it describes.
 *
 * @param source what the document was made from
 * @param document with its defaults
 * @param what it describes
 */
record BindingErrors(DocumentSource source, ObjectNode document, String what) {

  private static final int MAX_SHOWN = 60;
  private static final Map<Set<Class<?>>, String> SHAPES =
      Map.of(
          Set.of(int.class, long.class, Integer.class), "a whole number",
          Set.of(double.class, Rate.class), "a number",
          Set.of(boolean.class), "true or false",
          Set.of(String.class), "text; in quotes where it could be something else",
          Set.of(List.class), "a list",
          Set.of(Duration.class), "a number with a unit (ns, us, ms, s, m, h, d), such as 500ms");

  /** What Jackson has thrown, in words for a person. */
  DefinitionException explain(JsonMappingException e) {
    List<String> path = pathOf(e);
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof DefinitionException problem) {
        return placeOf(problem, path)
            .map(place -> source.at(place, problem))
            .orElseGet(() -> source.within(path, problem));
      }
    }
    if (e instanceof UnrecognizedPropertyException unknown) {
      return source.unknown(path, new DefinitionException(unknownKey(unknown, path)));
    }
    if (e instanceof InvalidTypeIdException) {
      return unknownType(path);
    }
    JsonNode value = valueAt(path);
    if (value.isMissingNode() || value.isNull()) {
      return source.at(path, DefinitionException.missing(last(path)));
    }
    return source.ofType(
        path, new DefinitionException(last(path), expected(e, value), text(value)));
  }

  /** The document's own key for the field, which a default or a longer name may hide. */
  private Optional<List<String>> placeOf(DefinitionException problem, List<String> path) {
    if (problem.field().isEmpty()) {
      return Optional.empty();
    }
    String field = problem.field().get();
    if (valueAt(path) instanceof ObjectNode object) {
      for (String key : (Iterable<String>) object::fieldNames) {
        List<String> inner = Stream.concat(path.stream(), Stream.of(key)).toList();
        if (source.paths().contains(inner) && (key.startsWith(field) || object.size() == 1)) {
          return Optional.of(inner);
        }
      }
      return path.isEmpty()
          ? onlyPath(place -> ("." + String.join(".", place)).endsWith("." + field))
              .or(() -> onlyPath(place -> last(place).startsWith(field)))
          : Optional.empty();
    }
    return Optional.of(path);
  }

  private Optional<List<String>> onlyPath(Predicate<List<String>> condition) {
    List<List<String>> places = source.paths().stream().filter(condition).toList();
    return places.size() == 1 ? Optional.of(places.get(0)) : Optional.empty();
  }

  private String unknownKey(UnrecognizedPropertyException unknown, List<String> path) {
    List<String> known =
        new ArrayList<>(
            Arrays.stream(unknown.getReferringClass().getRecordComponents())
                .map(RecordComponent::getName)
                .toList());
    Optional<String> group = source.groupOf(path);
    if (group.isPresent() && path.size() == 1) {
      known.set(known.indexOf("name"), GroupedScenarioCodec.START);
    }
    String owner =
        group
            .map(name -> GroupedScenarioCodec.pathOf(name, path.subList(0, path.size() - 1)))
            .orElseGet(() -> path.size() > 1 ? ownerOf(path) : "a " + what);
    String hint = NearestName.hint(unknown.getPropertyName(), known);
    return owner
        + " has no key "
        + unknown.getPropertyName()
        + (hint.isEmpty() ? "; it has " + String.join(", ", known) : hint);
  }

  /** Of an element of a list, the list's name and its position from 1. */
  private static String ownerOf(List<String> path) {
    String owner = path.get(path.size() - 2);
    return path.size() > 2 && owner.chars().allMatch(Character::isDigit)
        ? path.get(path.size() - 3) + " " + (Integer.parseInt(owner) + 1)
        : owner;
  }

  private DefinitionException unknownType(List<String> path) {
    List<String> types =
        Arrays.stream(LoadModel.class.getAnnotation(JsonSubTypes.class).value())
            .map(JsonSubTypes.Type::name)
            .toList();
    JsonNode type = valueAt(path).path("type");
    List<String> place = new ArrayList<>(path);
    place.add("type");
    return source.ofType(
        place,
        new DefinitionException(
            "type",
            "one of " + String.join(", ", types) + NearestName.hint(type.asText(), types),
            text(type)));
  }

  private static String expected(JsonMappingException e, JsonNode value) {
    if (e.getCause() instanceof StreamReadException) {
      return "too large for a whole number here";
    }
    Class<?> type = declaredType(e);
    if (type == Qos.class) {
      return "one of 0, 1 and 2";
    }
    if (type.isEnum()) {
      List<String> names = namesOf(type);
      return "one of " + String.join(", ", names) + NearestName.hint(value.asText(), names);
    }
    if (e instanceof InvalidFormatException key && key.getTargetType().isEnum()) {
      List<String> names = namesOf(key.getTargetType());
      String given = String.valueOf(key.getValue());
      return "one of " + String.join(", ", names) + NearestName.hint(given, names);
    }
    return SHAPES.entrySet().stream()
        .filter(shape -> shape.getKey().contains(type))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("keys with values of their own");
  }

  /** Type of the record's component that the error is at. */
  private static Class<?> declaredType(JsonMappingException e) {
    List<JsonMappingException.Reference> path = e.getPath();
    if (path.isEmpty()) {
      return Scenario.class;
    }
    JsonMappingException.Reference last = path.get(path.size() - 1);
    boolean inside = last.getFieldName() == null || last.getFrom() instanceof Map;
    return inside && path.size() > 1
        ? component(path.get(path.size() - 2)).map(BindingErrors::elementOf).orElse(Object.class)
        : component(last).<Class<?>>map(BindingErrors::typeOf).orElse(Object.class);
  }

  private static Optional<RecordComponent> component(JsonMappingException.Reference place) {
    return place.getFrom() instanceof Class<?> owner && owner.isRecord()
        ? Arrays.stream(owner.getRecordComponents())
            .filter(component -> component.getName().equals(place.getFieldName()))
            .findFirst()
        : Optional.empty();
  }

  /** Of a list or a map, be it optional or not, the type of its elements or values. */
  private static Class<?> elementOf(RecordComponent component) {
    Type type = component.getGenericType();
    while (type instanceof ParameterizedType holder) {
      Type[] of = holder.getActualTypeArguments();
      type = of[of.length - 1];
    }
    return type instanceof Class<?> known ? known : Object.class;
  }

  /** Of an optional component, the type of what it may hold. */
  private static Class<?> typeOf(RecordComponent component) {
    if (component.getGenericType() instanceof ParameterizedType held
        && held.getRawType() == Optional.class) {
      Type type = held.getActualTypeArguments()[0];
      Type raw = type instanceof ParameterizedType inner ? inner.getRawType() : type;
      return raw instanceof Class<?> known ? known : Object.class;
    }
    return component.getType();
  }

  private static List<String> namesOf(Class<?> type) {
    return Arrays.stream(type.getFields())
        .filter(Field::isEnumConstant)
        .map(
            constant ->
                constant.isAnnotationPresent(JsonProperty.class)
                    ? constant.getAnnotation(JsonProperty.class).value()
                    : constant.getName())
        .toList();
  }

  private JsonNode valueAt(List<String> path) {
    JsonNode node = document;
    for (String key : path) {
      node = node.isArray() ? node.path(Integer.parseInt(key)) : node.path(key);
    }
    return node;
  }

  private static List<String> pathOf(JsonMappingException e) {
    return e.getPath().stream()
        .map(
            step ->
                step.getFieldName() == null
                    ? Integer.toString(step.getIndex())
                    : step.getFieldName())
        .toList();
  }

  private String last(List<String> path) {
    return path.isEmpty() ? "the " + what : path.get(path.size() - 1);
  }

  private static String text(JsonNode value) {
    String text = value.isValueNode() ? value.asText() : value.toString();
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
  }
}
