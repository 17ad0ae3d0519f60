package io.brokerbench.core.device;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.TextFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Reads the rows of a file one after the other. */
final class RowFile {

  private static final int MAX_COLUMNS = 100;

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
  private static final String NAME_IN_WORDS =
      "1 to 64 letters, digits, '-' and '_' that begin with a letter";

  /** Names that topics fill in with something else than a row's value. */
  private static final Set<String> OF_TOPICS =
      Set.of("publisher", "partition", "run", "metric", "consumer");

  /** The same of payloads. */
  private static final Set<String> OF_PAYLOADS =
      Set.of("publisher", "proof", "sequence", "time", "isoTime");

  private static final CsvFactory CSV =
      CsvFactory.builder().enable(CsvParser.Feature.WRAP_AS_ARRAY).build();

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private RowFile() {}

  /**
   * Reads rows until there are enough.
   *
   * @throws DefinitionException if the file cannot be read, or is not of its format
   */
  static void forEach(String file, int most, Consumer<Row> rows) {
    try (BufferedReader in = TextFile.open(Path.of(file))) {
      if (DeviceFormat.of("file", file) == DeviceFormat.CSV) {
        readCsv(file, in, most, rows);
      } else {
        readJsonLines(file, in, most, rows);
      }
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new DefinitionException("devices " + file + ": no such file", e);
    } catch (CharacterCodingException e) {
      throw new DefinitionException(
          TextFile.placeNotUtf8(Path.of(file)) + ": its text is not UTF-8", e);
    } catch (IOException e) {
      throw new DefinitionException("devices " + file + ": " + TextFile.reason(e), e);
    }
  }

  /** Line and column of an error in text that begins on a line. */
  private static String place(int from, JacksonException e) {
    JsonLocation at = e.getLocation();
    return at == null
        ? "" + from
        : "%d:%d".formatted(from + at.getLineNr() - 1, Math.max(1, at.getColumnNr()));
  }

  private static void readCsv(String file, BufferedReader in, int most, Consumer<Row> rows)
      throws IOException {
    try (CsvParser parser = CSV.createParser(in)) {
      parser.setSchema(CsvSchema.emptySchema());
      List<String> columns = List.of();
      int read = 0;
      for (Values next = values(file, columns, parser);
          next != null && (read < most || columns.isEmpty());
          next = values(file, columns, parser)) {
        if (next.isEmptyLine()) {
          continue;
        }
        if (columns.isEmpty()) {
          columns = columns(file, next);
        } else {
          rows.accept(new Row(file, next.line(), byColumn(file, columns, next)));
          read++;
        }
      }
      if (columns.isEmpty()) {
        throw new DefinitionException("devices " + file + ": it is empty");
      }
    }
  }

  /**
   * The values of a line.
   *
   * @param line where it begins, from 1
   */
  private record Values(int line, List<String> values) {

    boolean isEmptyLine() {
      return values.size() == 1 && values.get(0).isBlank();
    }
  }

  /** Those of the next line; null at the end of the file. */
  private static Values values(String file, List<String> columns, CsvParser parser)
      throws IOException {
    List<String> values = new ArrayList<>();
    int line = 0;
    try {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_STRING) {
          line = values.isEmpty() ? parser.currentTokenLocation().getLineNr() : line;
          values.add(parser.getText());
        } else if (token == JsonToken.END_ARRAY && !values.isEmpty()) {
          return new Values(line, values);
        }
      }
      return null;
    } catch (JacksonException e) { // whose message may have a secret of the line in it
      int begins = values.isEmpty() ? parser.currentTokenLocation().getLineNr() : line;
      String column = values.size() < columns.size() ? columns.get(values.size()) + ": " : "";
      throw new DefinitionException(
          "%s:%d: %snot CSV, such as a quote that does not end".formatted(file, begins, column));
    }
  }

  private static List<String> columns(String file, Values names) {
    int line = names.line();
    List<String> all = names.values().stream().map(String::strip).toList();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < all.size(); i++) { // a first line without names has values, secrets too
      if (!NAME.matcher(all.get(i)).matches()) {
        throw new DefinitionException(
            "%s:%d: the name of column %d: %s".formatted(file, line, i + 1, NAME_IN_WORDS));
      }
      if (!seen.add(all.get(i))) {
        String name = all.contains(Device.ID) ? ": " + all.get(i) : "";
        throw new DefinitionException(
            "%s:%d: columns %d and %d have one name%s"
                .formatted(file, line, all.indexOf(all.get(i)) + 1, i + 1, name));
      }
    }
    requireColumns(file, line, seen);
    return all;
  }

  private static void requireColumn(String file, int line, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new DefinitionException(
          "%s:%d: column".formatted(file, line), NAME_IN_WORDS, "'" + name + "'");
    }
  }

  private static void requireColumns(String file, int line, Set<String> columns) {
    if (!columns.contains(Device.ID)) {
      throw new DefinitionException(
          "%s:%d: the column %s is missing".formatted(file, line, Device.ID));
    }
    for (String column : columns) {
      if (OF_TOPICS.contains(column) || OF_PAYLOADS.contains(column)) {
        String placeholder = OF_TOPICS.contains(column) ? "{%s} in topics" : "${%s} in payloads";
        throw new DefinitionException(
            "%s:%d: column".formatted(file, line),
            "another name, as %s stands for something else"
                .formatted(placeholder.formatted(column)),
            column);
      }
    }
    if (columns.size() > MAX_COLUMNS) {
      throw new DefinitionException(
          "%s:%d: columns".formatted(file, line), "at most " + MAX_COLUMNS, columns.size());
    }
  }

  private static Map<String, String> byColumn(String file, List<String> columns, Values line) {
    List<String> values = line.values();
    if (values.size() != columns.size()) {
      String missing =
          values.size() < columns.size() ? columns.get(values.size()) + " is missing: " : "";
      throw new DefinitionException(
          "%s:%d: %s%d %s, and the first line has %d columns"
              .formatted(
                  file,
                  line.line(),
                  missing,
                  values.size(),
                  values.size() == 1 ? "value" : "values",
                  columns.size()));
    }
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      if (!values.get(i).isBlank()) { // spaces are a part of what they stand beside (RFC 4180)
        row.put(columns.get(i), values.get(i));
      }
    }
    return row;
  }

  private static void readJsonLines(String file, BufferedReader in, int most, Consumer<Row> rows)
      throws IOException {
    int line = 0;
    int read = 0;
    for (String text = in.readLine(); text != null && read < most; text = in.readLine()) {
      line++;
      if (!text.isBlank()) {
        rows.accept(new Row(file, line, object(file, line, text)));
        read++;
      }
    }
    if (read == 0) {
      throw new DefinitionException("devices " + file + ": it is empty");
    }
  }

  private static Map<String, String> object(String file, int line, String text) throws IOException {
    JsonNode node;
    try (JsonParser parser = JSON.createParser(text)) {
      node = JSON.readTree(parser);
    } catch (JacksonException e) {
      throw new DefinitionException(
          "%s:%s: invalid JSON here; each line must be a JSON object"
              .formatted(file, place(line, e)));
    }
    if (!(node instanceof ObjectNode object)) {
      throw new DefinitionException("%s:%d: a JSON object on each line".formatted(file, line));
    }
    Map<String, String> row = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> value : object.properties()) {
      requireColumn(file, line, value.getKey());
      if (!value.getValue().isValueNode()) {
        throw new DefinitionException(
            "%s:%d: %s".formatted(file, line, value.getKey()),
            "text, a number, true or false",
            value.getValue().getNodeType().name().toLowerCase(Locale.ROOT));
      }
      if (!value.getValue().isNull() && !value.getValue().asText().isEmpty()) {
        row.put(value.getKey(), value.getValue().asText());
      }
    }
    requireColumns(file, line, row.keySet());
    return row;
  }
}
