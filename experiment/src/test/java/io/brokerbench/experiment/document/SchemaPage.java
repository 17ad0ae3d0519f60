package io.brokerbench.experiment.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Reference pages of JSON Schemas in Markdown: a table for each object. An object that an earlier
 * schema has too is on that schema's page, and only linked.
 */
final class SchemaPage {

  private static final String HEAD = "\n| field | value | meaning |\n|---|---|---|\n";

  private final Map<ObjectNode, String> links = new HashMap<>();

  /** The sections of one schema, on the page of this file name. */
  String of(ObjectNode schema, String page) {
    return new Sections(schema, page).text();
  }

  private final class Sections {
    private final ObjectNode schema;
    private final String page;
    private final StringBuilder text = new StringBuilder();
    private final List<Runnable> next = new ArrayList<>();

    Sections(ObjectNode schema, String page) {
      this.schema = schema;
      this.page = page;
    }

    String text() {
      section("## `" + schema.path("title").asText() + "`", "", schema);
      return text.toString();
    }

    private void section(String heading, String path, ObjectNode object) {
      text.append("\n").append(heading).append("\n\n");
      text.append(object.path("description").asText()).append("\n");
      if (object.has("oneOf")) {
        cases(path, object);
      } else if (!object.path("properties").isEmpty()) {
        text.append(HEAD);
        object.path("properties").properties().forEach(field -> row(path, object, field));
        object.path("properties").properties().forEach(this::constants);
      }
      List<Runnable> nested = List.copyOf(next);
      next.clear();
      nested.forEach(Runnable::run);
    }

    /** The cases of an object that is one of several. */
    private void cases(String path, ObjectNode object) {
      for (JsonNode one : object.path("oneOf")) {
        ObjectNode target = definition(one);
        String name =
            StreamSupport.stream(target.path("properties").spliterator(), false)
                .map(property -> property.path("const").asText())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElseThrow();
        text.append("\n`").append(name).append("`: ");
        text.append(target.path("description").asText()).append("\n");
        if (target.path("properties").size() > 1) {
          text.append(HEAD);
          target.path("properties").properties().stream()
              .filter(field -> !field.getValue().has("const"))
              .forEach(field -> row(path, target, field));
        }
      }
    }

    private void row(String path, ObjectNode object, Map.Entry<String, JsonNode> field) {
      boolean required =
          StreamSupport.stream(object.path("required").spliterator(), false)
              .anyMatch(name -> name.asText().equals(field.getKey()));
      String place = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
      text.append(
          "| `%s` | %s%s | %s |\n"
              .formatted(
                  field.getKey(),
                  value(place, field.getValue(), ""),
                  required ? "" : " (optional)",
                  meaning(field.getValue()).replaceAll("\\s+", " ")));
    }

    /** Its own description, or the first paragraph of what it refers to. */
    private String meaning(JsonNode node) {
      JsonNode described = node.has("$ref") && !node.has("description") ? definition(node) : node;
      return described.path("description").asText().replaceAll("(?s)\n\n.*", "");
    }

    private void constants(Map.Entry<String, JsonNode> field) {
      JsonNode meanings = field.getValue().path("enumDescriptions");
      if (!meanings.isEmpty()) {
        text.append("\n`").append(field.getKey()).append("`:\n\n");
        for (int i = 0; i < meanings.size(); i++) {
          JsonNode constant = field.getValue().path("enum").get(i);
          text.append("- `%s`: %s\n".formatted(constant.asText(), meanings.get(i).asText()));
        }
      }
    }

    /** What a field holds; the plural with an {@code s}. */
    private String value(String path, JsonNode node, String s) {
      if (node.has("$ref")) {
        return "[object" + s + "](" + link(path, node) + ")";
      }
      if (node.has("const")) {
        return "`" + node.path("const") + "`";
      }
      if (node.has("enum")) {
        return StreamSupport.stream(node.path("enum").spliterator(), false)
            .map(constant -> "`" + constant + "`")
            .collect(Collectors.joining(", "));
      }
      return switch (node.path("type").asText()) {
        case "integer" -> "whole number" + s + range(node);
        case "number" -> "number" + s + range(node);
        case "boolean" -> "true or false";
        case "array" -> "list" + s + " of " + value(path + "[]", node.path("items"), "s");
        case "object" -> value(path + "{}", node.path("additionalProperties"), "s") + " by name";
        default -> text(node) + s;
      };
    }

    private static String text(JsonNode node) {
      if (node.has("format")) {
        return "time";
      }
      return node.path("pattern").asText().equals(RecordSchemas.DURATION) ? "duration" : "text";
    }

    private String link(String path, JsonNode reference) {
      ObjectNode target = definition(reference);
      String known = links.get(target);
      if (known == null) {
        String name = reference.path("$ref").asText().replaceAll(".*/", "");
        String title = uses(reference.path("$ref").asText()) == 1 ? path : name;
        known = page + "#" + title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "");
        links.put(target, known);
        next.add(() -> section("### `" + title + "`", title, target));
      }
      return known.startsWith(page) ? known.substring(page.length()) : known;
    }

    private ObjectNode definition(JsonNode reference) {
      return (ObjectNode) schema.at(reference.path("$ref").asText().substring(1));
    }

    private long uses(String reference) {
      return schema.findValuesAsText("$ref").stream().filter(reference::equals).count();
    }
  }

  private static String range(JsonNode number) {
    JsonNode min = number.path("minimum");
    JsonNode max = number.path("maximum");
    if (number.has("exclusiveMinimum")) {
      return ", more than "
          + number.path("exclusiveMinimum").asText()
          + (max.isMissingNode() ? "" : ", at most " + max.asText());
    }
    if (!max.isMissingNode()) {
      return ", " + min.asText() + " to " + max.asText();
    }
    return min.asDouble() == 0 ? "" : ", at least " + min.asText();
  }
}
