package io.brokerbench.report.html;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Charts as the script reads them. Numbers have seven significant digits, more than any was
 * measured with; {@code NaN} is null.
 */
final class ChartJson {

  private static final MathContext DIGITS = new MathContext(7);

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule("charts")
                  .addSerializer(Double.class, new Rounded())
                  .addSerializer(double.class, new Rounded()))
          .build();

  private ChartJson() {}

  /** Any data, in one line that holds no markup. */
  static String of(Object data) {
    try {
      return MAPPER.writeValueAsString(data).replace("<", "\\u003c");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a chart that cannot be written: " + e.getMessage(), e);
    }
  }

  private static final class Rounded extends StdScalarSerializer<Double> {

    private static final long serialVersionUID = 1L;

    Rounded() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (value.isNaN() || value.isInfinite()) {
        out.writeNull();
        return;
      }
      BigDecimal rounded = BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros();
      out.writeNumber(rounded.scale() <= 0 ? rounded.toPlainString() : rounded.toString());
    }
  }
}
