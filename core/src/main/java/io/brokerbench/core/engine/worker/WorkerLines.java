package io.brokerbench.core.engine.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.brokerbench.core.base.HistogramText;
import io.brokerbench.core.base.Json;
import java.io.IOException;
import java.net.InetAddress;
import org.HdrHistogram.Histogram;

/**
 * Commands and answers as lines of JSON. Errors name the kind of defect and never quote the text,
 * as passwords may be in it. Safe for use by several threads.
 */
public final class WorkerLines {

  private static final ObjectMapper MAPPER =
      Json.configure(JsonMapper.builder())
          .addModule(
              new SimpleModule("worker")
                  .addSerializer(Histogram.class, Json.writer(HistogramText::encode))
                  .addDeserializer(
                      Histogram.class, Json.reader(Histogram.class, HistogramText::decode))
                  // the address itself, not the name that it may have been found by
                  .addSerializer(InetAddress.class, Json.writer(InetAddress::getHostAddress)))
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .build();

  private WorkerLines() {}

  public static String write(WorkerCommand command) {
    return write(WorkerCommand.class, command);
  }

  public static String write(WorkerAnswer answer) {
    return write(WorkerAnswer.class, answer);
  }

  static WorkerCommand command(String line) throws IOException {
    return read(line, WorkerCommand.class);
  }

  public static WorkerAnswer answer(String line) throws IOException {
    return read(line, WorkerAnswer.class);
  }

  private static <T> String write(Class<T> type, T value) {
    try {
      return MAPPER.writerFor(type).writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written: " + e.getOriginalMessage(), e);
    }
  }

  private static <T> T read(String line, Class<T> type) throws IOException {
    T value = MAPPER.readValue(line, type);
    if (value == null) {
      throw new IOException("null");
    }
    return value;
  }
}
