package io.brokerbench.experiment.document;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinition.AttributeInclusion;
import com.github.victools.jsonschema.generator.CustomDefinition.DefinitionType;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.TypeScope;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.scenario.Threshold;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * JSON Schemas of records, as {@link Json} writes them: each component is required unless it is
 * optional, and nothing else is allowed. {@link Bounds} has the limits, {@link Javadocs} the words.
 */
final class RecordSchemas {

  static final String DURATION = "^\\d+(\\.\\d+)?\\s*(ns|us|ms|s|m|h|d)$";

  private static final Map<Class<?>, Class<?>> OPTIONAL_NUMBERS =
      Map.of(
          OptionalInt.class, int.class,
          OptionalLong.class, long.class,
          OptionalDouble.class, double.class);

  private static final Set<Class<?>> NUMBERS =
      Set.of(int.class, long.class, double.class, Integer.class, Long.class, Double.class);

  private final Javadocs javadocs = new Javadocs();
  private final SchemaGenerator generator;

  RecordSchemas() {
    SchemaGeneratorConfigBuilder builder =
        new SchemaGeneratorConfigBuilder(
                Json.mapper(), SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(
                Option.DEFINITIONS_FOR_ALL_OBJECTS,
                Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT,
                Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES)
            .without(Option.FLATTENED_ENUMS, Option.FLATTENED_OPTIONALS);
    builder
        .forTypesInGeneral()
        .withPropertySorter((unusedOne, unusedOther) -> 0)
        .withDefinitionNamingStrategy((key, context) -> name(key.getType().getErasedType()))
        .withDescriptionResolver(this::description)
        .withCustomDefinitionProvider(this::scalar)
        .withCustomDefinitionProvider(this::byName)
        .withCustomDefinitionProvider(this::byConstant)
        .withCustomDefinitionProvider(this::oneOfSubtypes)
        .withTypeAttributeOverride((node, type, context) -> addDiscriminator(node, type));
    builder
        .forFields()
        .withIgnoreCheck(RecordSchemas::isLeftOut)
        .withTargetTypeOverridesResolver(RecordSchemas::present)
        .withRequiredCheck(field -> !isOptional(field.getRawMember().getType()))
        .withDescriptionResolver(this::description)
        .withInstanceAttributeOverride((node, field, context) -> constrain(node, field));
    generator = new SchemaGenerator(builder.build());
  }

  /** The schema of a document, whose record names it in a constant, {@code SCHEMA}. */
  ObjectNode of(Class<? extends Record> document) {
    ObjectNode schema = Json.mapper().createObjectNode();
    ObjectNode generated = generator.generateSchema(document);
    schema.set("$schema", generated.remove("$schema"));
    schema.put("$id", "urn:" + schemaName(document).replaceAll("[./]", ":"));
    schema.put("title", schemaName(document));
    JsonNode definitions = generated.remove("$defs");
    schema.setAll(generated);
    schema.set("$defs", definitions);
    return schema;
  }

  private static String schemaName(Class<?> document) {
    try {
      return (String) document.getField("SCHEMA").get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@code Machine.Disk} of a nested record. */
  private static String name(Class<?> type) {
    return type.getCanonicalName().substring(type.getPackageName().length() + 1);
  }

  private String description(TypeScope scope) {
    Class<?> type = scope.getType().getErasedType();
    return type.isRecord() && !isNumber(type) ? javadocs.of(type) : null;
  }

  private String description(FieldScope field) {
    return field.isFakeContainerItemScope()
        ? null
        : javadocs.of(field.getDeclaringType().getErasedType(), field.getName());
  }

  private static boolean isLeftOut(FieldScope field) {
    JsonIncludeProperties written =
        field.getDeclaringType().getErasedType().getAnnotation(JsonIncludeProperties.class);
    return written != null && !Set.of(written.value()).contains(field.getName());
  }

  private static boolean isOptional(Class<?> type) {
    return type == Optional.class || OPTIONAL_NUMBERS.containsKey(type);
  }

  private static List<ResolvedType> present(FieldScope field) {
    ResolvedType type = field.getType();
    if (type.getErasedType() == Optional.class) {
      return type.getTypeParameters();
    }
    Class<?> number = OPTIONAL_NUMBERS.get(type.getErasedType());
    return number == null ? null : List.of(field.getContext().resolve(number));
  }

  /** What is one value in the document: enums, instants, durations, and records of one number. */
  private CustomDefinition scalar(ResolvedType type, SchemaGenerationContext context) {
    ObjectNode node = context.getGeneratorConfig().createObjectNode();
    Class<?> raw = type.getErasedType();
    if (raw == Instant.class) {
      node.put("type", "string").put("format", "date-time");
    } else if (raw == Threshold.class) {
      node.put("type", "string").put("pattern", "^[^<>\\s][^<>]*[<>]=?.+$");
    } else if (raw == Duration.class) {
      node.put("type", "string").put("pattern", DURATION);
    } else if (raw.isEnum()) {
      node.put("type", "string");
      ArrayNode values = node.putArray("enum");
      ArrayNode meanings = node.putArray("enumDescriptions");
      for (Object constant : raw.getEnumConstants()) {
        JsonNode value = Json.mapper().valueToTree(constant);
        values.add(value);
        meanings.add(javadocs.of((Enum<?>) constant));
      }
      if (values.get(0).isNumber()) {
        node.put("type", "integer");
      }
    } else if (isNumber(raw)) {
      node.put("type", "number");
    } else {
      return null;
    }
    return new CustomDefinition(node, DefinitionType.INLINE, AttributeInclusion.YES);
  }

  /** Whether it is a record that is written as a number. */
  private static boolean isNumber(Class<?> type) {
    return written(type).filter(method -> method.getReturnType() != Map.class).isPresent();
  }

  /** What a record is written as, where that is not its components. */
  private static Optional<Method> written(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(JsonValue.class))
            .findFirst()
        : Optional.empty();
  }

  /** Texts, numbers or objects by name, where they stand: without a definition that many share. */
  private CustomDefinition byName(ResolvedType type, SchemaGenerationContext context) {
    if (type.getErasedType() != Map.class) {
      return null;
    }
    ResolvedType value = type.getTypeParameters().get(1);
    ObjectNode node = context.getGeneratorConfig().createObjectNode();
    node.put("type", "object");
    if (value.getErasedType() == String.class) {
      node.putObject("additionalProperties").put("type", "string");
    } else if (value.getErasedType() == Integer.class) {
      node.putObject("additionalProperties").put("type", "integer").put("minimum", 1);
    } else if (value.getErasedType().isRecord()) {
      node.set("additionalProperties", context.createDefinitionReference(value));
    } else {
      return null;
    }
    return new CustomDefinition(node, DefinitionType.INLINE, AttributeInclusion.YES);
  }

  /** A record that is written as a map with constants as keys: each is a property that may be. */
  private CustomDefinition byConstant(ResolvedType type, SchemaGenerationContext context) {
    Optional<Method> map =
        written(type.getErasedType()).filter(method -> method.getReturnType() == Map.class);
    if (map.isEmpty()) {
      return null;
    }
    List<ResolvedType> of =
        context.getTypeContext().resolve(map.get().getGenericReturnType()).getTypeParameters();
    ObjectNode node = context.getGeneratorConfig().createObjectNode();
    node.put("type", "object");
    ObjectNode properties = node.putObject("properties");
    for (Object constant : of.get(0).getErasedType().getEnumConstants()) {
      ObjectNode property = context.createDefinitionReference(of.get(1));
      property.put("description", javadocs.of((Enum<?>) constant));
      properties.set(Json.mapper().valueToTree(constant).asText(), property);
    }
    node.put("additionalProperties", false);
    node.put("description", javadocs.of(type.getErasedType()));
    return new CustomDefinition(node, DefinitionType.STANDARD, AttributeInclusion.NO);
  }

  private CustomDefinition oneOfSubtypes(ResolvedType type, SchemaGenerationContext context) {
    JsonSubTypes subtypes = type.getErasedType().getAnnotation(JsonSubTypes.class);
    if (subtypes == null) {
      return null;
    }
    ObjectNode node = context.getGeneratorConfig().createObjectNode();
    ArrayNode cases = node.putArray("oneOf");
    for (JsonSubTypes.Type subtype : subtypes.value()) {
      cases.add(
          context.createDefinitionReference(context.getTypeContext().resolve(subtype.value())));
    }
    node.put("description", javadocs.of(type.getErasedType()));
    return new CustomDefinition(node, DefinitionType.STANDARD, AttributeInclusion.NO);
  }

  /** Adds the property by which the cases of an interface differ. */
  private static void addDiscriminator(ObjectNode node, TypeScope scope) {
    Class<?> type = scope.getType().getErasedType();
    interfaces(type)
        .filter(each -> each.isAnnotationPresent(JsonSubTypes.class) && each != type)
        .forEach(
            parent -> {
              String property = parent.getAnnotation(JsonTypeInfo.class).property();
              String name =
                  Arrays.stream(parent.getAnnotation(JsonSubTypes.class).value())
                      .filter(subtype -> subtype.value() == type)
                      .findFirst()
                      .orElseThrow()
                      .name();
              ObjectNode others = node.withObject("/properties");
              node.putObject("properties").putObject(property).put("const", name);
              node.withObject("/properties").setAll(others);
              node.withArray("/required").insert(0, property);
            });
  }

  private static Stream<Class<?>> interfaces(Class<?> type) {
    return Stream.concat(
        Stream.of(type), Arrays.stream(type.getInterfaces()).flatMap(RecordSchemas::interfaces));
  }

  private static void constrain(ObjectNode node, FieldScope field) {
    if (field.isFakeContainerItemScope()) {
      return;
    }
    Field member = field.getRawMember();
    Bounds bounds = member.getAnnotation(Bounds.class);
    Class<?> type = field.getType().getErasedType();
    if (isNumber(type)) {
      limitNumber(node, type.getDeclaredFields()[0].getAnnotation(Bounds.class));
    } else if (NUMBERS.contains(type)) {
      Bounds common = member.getDeclaringClass().getAnnotation(Bounds.class);
      limitNumber(node, bounds == null ? common : bounds);
    } else if (bounds != null) {
      limitSize(node, bounds, type == List.class ? "Items" : "Length");
    } else if (member.getName().equals("schema")) {
      node.put("const", schemaName(member.getDeclaringClass()));
    }
  }

  private static void limitNumber(ObjectNode node, Bounds bounds) {
    if (bounds == null) {
      node.put("minimum", 0);
      return;
    }
    if (Double.isFinite(bounds.min())) {
      node.put(bounds.minExclusive() ? "exclusiveMinimum" : "minimum", decimal(bounds.min()));
    }
    if (Double.isFinite(bounds.max())) {
      node.put("maximum", decimal(bounds.max()));
    }
  }

  private static void limitSize(ObjectNode node, Bounds bounds, String of) {
    if (bounds.min() > 0) {
      node.put("min" + of, (int) bounds.min());
    }
    if (Double.isFinite(bounds.max())) {
      node.put("max" + of, (int) bounds.max());
    }
  }

  private static BigDecimal decimal(double value) {
    BigDecimal decimal = BigDecimal.valueOf(value).stripTrailingZeros();
    return decimal.scale() < 0 ? decimal.setScale(0) : decimal;
  }
}
