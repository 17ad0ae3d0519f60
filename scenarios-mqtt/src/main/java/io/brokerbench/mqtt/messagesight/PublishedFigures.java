package io.brokerbench.mqtt.messagesight;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.PublishedValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Reads what was printed: a line for each figure of a scenario, with a column for each size. A
 * scenario that was described only has a line without a figure.
 */
final class PublishedFigures {

  private static final String RESOURCE = "messagesight-2015.csv";
  private static final int FIRST_SIZE = 5;
  private static final Map<String, Double> FACTORS = Map.of("", 1.0, "/s", 1.0, "ms", 1e6);

  private PublishedFigures() {}

  static List<PublishedScenario> read() {
    Map<String, List<PublishedValue>> values = new LinkedHashMap<>();
    for (String line : lines()) {
      List<String> words = List.of(line.split(",", -1));
      List<PublishedValue> own = values.computeIfAbsent(words.get(0), name -> new ArrayList<>());
      if (!words.get(1).isEmpty()) {
        own.add(value(words));
      }
    }
    return values.entrySet().stream()
        .map(entry -> new PublishedScenario(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static List<String> lines() {
    try (InputStream in = PublishedFigures.class.getResourceAsStream(RESOURCE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .skip(1) // the names of the columns
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException("no " + RESOURCE, e);
    }
  }

  private static PublishedValue value(List<String> words) {
    double factor = FACTORS.get(words.get(2));
    Map<PublishedSize, Double> bySize = new EnumMap<>(PublishedSize.class);
    int column = FIRST_SIZE;
    for (PublishedSize size : PublishedSize.values()) {
      bySize.put(size, Double.parseDouble(words.get(column++)) * factor);
    }
    return new PublishedValue(
        figure(words.get(1)), number(words.get(3)), number(words.get(4)), bySize);
  }

  private static Figure figure(String path) {
    return path.equals(FigureCatalogue.SUSTAINABLE.path())
        ? FigureCatalogue.SUSTAINABLE
        : FigureCatalogue.find(path);
  }

  private static OptionalInt number(String text) {
    return text.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
  }
}
