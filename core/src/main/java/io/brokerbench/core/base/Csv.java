package io.brokerbench.core.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * How this project writes comma-separated values (RFC 4180, lines end with a line feed): a header,
 * then a line for each row. Figures have all their digits; an empty {@code Optional} is an empty
 * field.
 */
public final class Csv {

  private static final CsvMapper MAPPER =
      Json.configure(CsvMapper.builder())
          .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
          .build();

  private Csv() {}

  /** The whole text. */
  public static String of(List<String> columns, List<? extends List<?>> rows) {
    CsvSchema.Builder schema = CsvSchema.builder().setUseHeader(true);
    columns.forEach(schema::addColumn);
    try {
      return MAPPER.writer(schema.build()).writeValueAsString(rows);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
