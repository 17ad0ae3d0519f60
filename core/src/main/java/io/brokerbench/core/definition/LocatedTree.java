package io.brokerbench.core.definition;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.brokerbench.core.base.DefinitionException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A document as a tree that remembers where each of its keys stands.
 *
 * <p>Jackson's own trees forget it, so that an error found after parsing could not say the line.
 * What is legal by the format and surely a mistake is refused: a key that comes twice, a key
 * without a value, a second document, a YAML alias.
 */
public final class LocatedTree implements DocumentSource {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final String NAME = "name";
  private static final String TYPE = "type";
  private static final Pattern CONTROLS = Pattern.compile("\\R|\\p{Cntrl}+");

  private final JsonParser parser;
  private final String origin;
  private final Map<List<String>, JsonLocation> locations;
  private ObjectNode root;

  private LocatedTree(JsonParser parser, String origin, Map<List<String>, JsonLocation> locations) {
    this.parser = parser;
    this.origin = origin;
    this.locations = locations;
  }

  /**
   * Reads a whole document, which has to be an object.
   *
   * @param origin what messages call it, such as the file's name
   * @param what what it is a document of: {@code scenario}
   * @throws DefinitionException if it is not such a document
   * @throws IOException if it is not of the parser's format at all
   */
  static LocatedTree read(JsonParser parser, String origin, String what) throws IOException {
    LocatedTree tree = new LocatedTree(parser, origin, new HashMap<>());
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new DefinitionException(
          origin + ": empty; a " + what + " is a list of keys and values");
    }
    tree.locations.put(List.of(), parser.currentTokenLocation());
    if (first != JsonToken.START_OBJECT) {
      throw tree.error(
          List.of(), "a " + what + " is a list of keys and values, such as name: mine");
    }
    tree.root = tree.object(List.of());
    if (parser.nextToken() != null) {
      tree.locations.put(List.of(), parser.currentTokenLocation());
      throw tree.error(List.of(), "a second document; a file holds one " + what);
    }
    return tree;
  }

  /** The document. Not to be changed. */
  public ObjectNode root() {
    return root;
  }

  /** Where the document has a value, or else the innermost part of the path that it has. */
  public DefinitionException error(List<String> path, String message) {
    String line = CONTROLS.matcher(message).replaceAll(" ");
    return new DefinitionException(place(path) + ": " + line);
  }

  /**
   * Where the document has a value, or else the innermost part of the path that it has: {@code
   * my.yaml:3:5}.
   */
  public String place(List<String> path) {
    JsonLocation at = locationOf(path);
    return origin + ":" + at.getLineNr() + ":" + at.getColumnNr();
  }

  private JsonLocation locationOf(List<String> path) {
    List<String> known = path;
    while (!locations.containsKey(known)) {
      known = known.subList(0, known.size() - 1);
    }
    return locations.get(known);
  }

  /**
   * A part of the document, whose paths begin there.
   *
   * @param path of an object
   * @param what it is a part of: {@code scenario}
   * @throws DefinitionException if there is no object
   */
  public LocatedTree part(List<String> path, String what) {
    if (!(valueAt(path) instanceof ObjectNode object)) {
      throw error(path, "keys and values of a " + what);
    }
    Map<List<String>, JsonLocation> inner = new HashMap<>();
    locations.forEach(
        (place, location) -> {
          if (place.size() >= path.size() && place.subList(0, path.size()).equals(path)) {
            inner.put(List.copyOf(place.subList(path.size(), place.size())), location);
          }
        });
    LocatedTree tree = new LocatedTree(parser, origin, inner);
    tree.root = object;
    return tree;
  }

  /** By where they stand in the document. */
  Comparator<List<String>> order() {
    return Comparator.<List<String>>comparingInt(path -> locationOf(path).getLineNr())
        .thenComparingInt(path -> locationOf(path).getColumnNr());
  }

  /** The same without a value; of a value in a list, without the list. */
  LocatedTree without(List<String> path) {
    List<String> gone = path;
    for (int i = 1; i <= path.size(); i++) {
      if (valueAt(path.subList(0, i)).isArray()) {
        gone = path.subList(0, i);
        break;
      }
    }
    LocatedTree rest = copy();
    ((ObjectNode) rest.valueAt(gone.subList(0, gone.size() - 1))).remove(last(gone));
    List<String> removed = gone;
    rest.locations
        .keySet()
        .removeIf(
            place ->
                place.size() >= removed.size() && place.subList(0, removed.size()).equals(removed));
    if (removed.equals(List.of(NAME))) {
      rest.root.put(NAME, NAME);
    }
    return rest;
  }

  /** The same with a value where it has none; empty where it has no object for it. */
  Optional<LocatedTree> with(List<String> path, JsonNode value) {
    LocatedTree filled = copy();
    if (!(filled.valueAt(path.subList(0, path.size() - 1)) instanceof ObjectNode owner)) {
      return Optional.empty();
    }
    owner.set(last(path), value);
    filled.locations.put(path, locationOf(path));
    return Optional.of(filled);
  }

  /**
   * The same without all but one value, the name, and what says of which kind the value's owner is.
   */
  LocatedTree only(List<String> path) {
    LocatedTree rest = copy();
    rest.keep(rest.root, path);
    rest.root.put(NAME, NAME);
    return rest;
  }

  private void keep(JsonNode owner, List<String> path) {
    if (path.isEmpty() || !(owner instanceof ObjectNode object)) {
      return;
    }
    object.retain(List.of(path.get(0), TYPE));
    keep(object.path(path.get(0)), path.subList(1, path.size()));
  }

  private LocatedTree copy() {
    LocatedTree copy = new LocatedTree(parser, origin, new HashMap<>(locations));
    copy.root = root.deepCopy();
    return copy;
  }

  private JsonNode valueAt(List<String> path) {
    JsonNode node = root;
    for (String key : path) {
      node = node.isArray() ? node.path(Integer.parseInt(key)) : node.path(key);
    }
    return node;
  }

  @Override
  public Optional<Path> folder() {
    try {
      return Optional.ofNullable(Path.of(origin).getParent());
    } catch (InvalidPathException e) {
      return Optional.empty(); // not a file's name, but what its text is called
    }
  }

  @Override
  public Set<List<String>> paths() {
    return locations.keySet();
  }

  @Override
  public DefinitionException at(List<String> path, DefinitionException problem) {
    return error(path, problem.getMessage());
  }

  @Override
  public DefinitionException within(List<String> path, DefinitionException problem) {
    return error(path, problem.getMessage());
  }

  private ObjectNode object(List<String> path) throws IOException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      List<String> inner = child(path, key);
      JsonLocation earlier = locations.put(inner, parser.currentTokenLocation());
      if (earlier != null) {
        throw error(inner, key + " comes twice, first on line " + earlier.getLineNr());
      }
      parser.nextToken();
      object.set(key, value(inner));
    }
    return object;
  }

  private ArrayNode array(List<String> path) throws IOException {
    ArrayNode array = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      List<String> inner = child(path, Integer.toString(array.size()));
      locations.put(inner, parser.currentTokenLocation());
      array.add(value(inner));
    }
    return array;
  }

  private JsonNode value(List<String> path) throws IOException {
    if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
      throw error(path, "aliases of YAML are not read; write the value itself");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(path);
      case START_ARRAY -> array(path);
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NUMBER_INT -> NODES.numberNode(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
      case VALUE_NULL ->
          throw error(path, last(path) + " has no value; give it one, or leave the key out");
      default -> NODES.textNode(parser.getText());
    };
  }

  private static String last(List<String> path) {
    return path.get(path.size() - 1);
  }

  private static List<String> child(List<String> path, String key) {
    List<String> child = new ArrayList<>(path);
    child.add(key);
    return List.copyOf(child);
  }
}
