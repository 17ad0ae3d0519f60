package io.brokerbench.core.payload;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.device.Device;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What publishers send, with <code>${...}</code> for what is another one in each message or for
 * each publisher. Immutable.
 */
public final class PayloadTemplate {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}\\n]*)}");
  private static final String PROOF = "proof";
  private static final String PUBLISHER = "publisher";

  /** A time of 13 digits without zeros before it, as all of today have. */
  private static final long SAMPLE_EPOCH_NANOS = 1_700_000_000_000_000_000L;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final PayloadText source;
  private final boolean json;
  private final List<Part> parts;

  /** A part of the text. */
  private sealed interface Part {}

  /** Text as it stands. */
  private record Literal(String text) implements Part {

    byte[] bytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Text of the publisher: its number, or a column of its row. */
  private record OfPublisher(String name, int line) implements Part {}

  /** What is written for each message; made for each publisher. */
  private record OfMessage(FieldName field) implements Part {}

  private PayloadTemplate(PayloadText source, List<Part> parts) {
    this.source = source;
    this.json = source.file().toLowerCase(Locale.ROOT).endsWith(".json");
    this.parts = List.copyOf(parts);
  }

  /**
   * Compiles a text.
   *
   * @throws DefinitionException if it has something wrong; the message names file and line
   */
  public static PayloadTemplate of(PayloadText source) {
    return of(source, true);
  }

  /**
   * The same for messages that may be proved in another place.
   *
   * @param proves whether the text has the proof in it; else it must not
   */
  public static PayloadTemplate of(PayloadText source, boolean proves) {
    List<Part> parts = new ArrayList<>();
    String text = source.text();
    Matcher matcher = PLACEHOLDER.matcher(text);
    int from = 0;
    List<String> proofs = new ArrayList<>();
    while (matcher.find()) {
      parts.add(new Literal(text.substring(from, matcher.start())));
      from = matcher.end();
      String name = matcher.group(1).strip();
      int line =
          1 + (int) text.substring(0, matcher.start()).chars().filter(c -> c == '\n').count();
      String place = source.file() + ":" + line;
      if (name.equals(PROOF)) {
        proofs.add(place);
      }
      parts.add(
          FieldName.of(place, name)
              .<Part>map(OfMessage::new)
              .orElseGet(() -> new OfPublisher(name, line)));
    }
    parts.add(new Literal(text.substring(from)));
    if (!proves && !proofs.isEmpty()) {
      throw new DefinitionException(
          proofs.get(0)
              + ": no ${proof} where workload.payload.proof is a property of the message");
    }
    if (proves && proofs.size() > 1) {
      throw new DefinitionException(
          proofs.get(1) + ": ${proof} again; it must be there once, as in " + proofs.get(0));
    }
    if (proves && proofs.isEmpty()) {
      throw new DefinitionException(
          source.file()
              + ": ${proof} must be there once: the account of the messages is made by it");
    }
    PayloadTemplate template = new PayloadTemplate(source, parts);
    if (proves) {
      template.proof();
    }
    return template;
  }

  /** The columns of devices that it names, of which each publisher needs a value. */
  public Set<String> columns() {
    Set<String> columns = new TreeSet<>();
    for (Part part : parts) {
      if (part instanceof OfPublisher own && !own.name().equals(PUBLISHER)) {
        columns.add(own.name());
      }
    }
    return columns;
  }

  /**
   * Checks that the publishers have all that it names, and that a JSON template makes JSON.
   *
   * @param first row of the first publisher; empty for publishers without rows
   * @param known fields of their file
   */
  public void requireFor(Optional<Device> first, Set<String> known) {
    for (Part part : parts) {
      if (part instanceof OfPublisher own
          && !own.name().equals(PUBLISHER)
          && !known.contains(own.name())) {
        throw new DefinitionException(
            "%s:%d: ${%s}".formatted(source.file(), own.line(), own.name()),
            "one of %s%s"
                .formatted(
                    FieldName.KNOWN,
                    known.isEmpty()
                        ? "; and a column of devices.publishers, where there is such a file"
                        : ", or a column of devices.publishers: "
                            + String.join(", ", new TreeSet<>(known))),
            Device.isField(own.name()) ? "is none" : "is no field");
      }
    }
    if (json && !dependsOnRows()) {
      noJsonAt(first)
          .ifPresent(
              place -> {
                throw new DefinitionException(
                    "%s:%s: it is not JSON once it is filled in".formatted(source.file(), place));
              });
    }
  }

  /** The file of the text, as the scenario names it. */
  public String file() {
    return source.file();
  }

  /**
   * Whether it is a JSON template with a column outside of quotes, so that it is for each row's
   * value to say whether JSON comes of it.
   */
  public boolean dependsOnRows() {
    boolean quoted = false;
    for (Part part : parts) {
      if (part instanceof Literal literal) {
        quoted = quotedAfter(literal.text(), quoted);
      } else if (part instanceof OfPublisher own && !own.name().equals(PUBLISHER) && !quoted) {
        return json;
      }
    }
    return false;
  }

  private static boolean quotedAfter(String text, boolean before) {
    boolean quoted = before;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      }
    }
    return quoted;
  }

  /**
   * Where the payload of a publisher stops being JSON, as line and column; empty where it is JSON.
   *
   * @param device row of the publisher
   */
  public Optional<String> noJsonAt(Optional<Device> device) {
    try {
      JSON.readTree(form(0, device, 0, SAMPLE_EPOCH_NANOS).stamped(0, 0, 0));
      return Optional.empty();
    } catch (JacksonException e) { // whose message may have a value of the row in it
      JsonLocation at = e.getLocation();
      return Optional.of(
          at == null ? "1" : "%d:%d".formatted(at.getLineNr(), Math.max(1, at.getColumnNr())));
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory can be read", e);
    }
  }

  /**
   * Where the proof stands in the payloads of all publishers.
   *
   * @throws DefinitionException if that is another place for each
   */
  public ProofPlace proof() {
    int before = 0;
    int behind = 0;
    boolean variesBefore = false;
    boolean variesBehind = false;
    boolean seen = false;
    for (Part part : parts) {
      if (part instanceof OfPublisher) {
        variesBefore |= !seen;
        variesBehind |= seen;
        continue;
      }
      int width =
          part instanceof Literal literal
              ? literal.bytes().length
              : ((OfMessage) part).field().width();
      seen |= part instanceof OfMessage field && field.field().isProof();
      before += seen ? 0 : width;
      behind += seen ? width : 0;
    }
    if (variesBefore && variesBehind) {
      throw new DefinitionException(
          "workload.payload.template "
              + source.file()
              + ": ${proof} has to stand before or behind all that differs from publisher to"
              + " publisher: ${publisher} and columns of devices");
    }
    return variesBefore ? new ProofPlace(true, behind) : new ProofPlace(false, before);
  }

  /**
   * The form of one publisher's payloads.
   *
   * @param publisher its number
   * @param device its row
   * @param seed of all that is random
   * @param epochOffsetNanos from the run's clock to the time since 1970
   */
  public PayloadForm form(
      int publisher, Optional<Device> device, long seed, long epochOffsetNanos) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    List<StampedField> fields = new ArrayList<>();
    List<Integer> offsets = new ArrayList<>();
    for (Part part : parts) {
      if (part instanceof Literal literal) {
        text.writeBytes(literal.bytes());
      } else if (part instanceof OfPublisher own) {
        text.writeBytes(value(own.name(), publisher, device));
      } else if (part instanceof OfMessage message) {
        long salt = seed * 31 + fields.size();
        StampedField field = message.field().maker().apply(salt, epochOffsetNanos);
        fields.add(field);
        offsets.add(text.size());
        text.writeBytes(new byte[field.width()]);
      }
    }
    return new PayloadForm(text.toByteArray(), fields, offsets);
  }

  private byte[] value(String name, int publisher, Optional<Device> device) {
    String value =
        name.equals(PUBLISHER)
            ? Integer.toString(publisher)
            : device.flatMap(row -> row.value(name)).orElse("");
    return (json ? new String(JsonStringEncoder.getInstance().quoteAsString(value)) : value)
        .getBytes(StandardCharsets.UTF_8);
  }
}
