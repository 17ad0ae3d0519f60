package io.brokerbench.core.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.management.ThreadMXBean;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.device.Device;
import io.brokerbench.core.device.DeviceTable;
import io.brokerbench.core.security.ClientIdentity;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayloadTemplateTest {

  private static final Optional<Device> DEVICE =
      Optional.of(
          new Device("pump-\"1\"", ClientIdentity.COMMON, Map.of("site", "north", "line", "7")));

  private static PayloadTemplate template(String text) {
    return PayloadTemplate.of(new PayloadText("p.json", text));
  }

  private static String payload(String text, long word0, long word1) {
    byte[] bytes = template(text).form(3, DEVICE, 42, 0).stamped(word0, word1, 0);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static long[] proof(PayloadTemplate template, byte[] payload) {
    int place = template.proof().in(payload.length);
    byte[] digits = Arrays.copyOfRange(payload, place, place + ProofPlace.DIGITS);
    return new long[] {
      ProofPlace.word(digits, 0), ProofPlace.word(digits, 1), ProofPlace.word(digits, 2)
    };
  }

  @Property
  void theWordsComeBackWhereverTheProofStands(
      @ForAll long word0, @ForAll long word1, @ForAll long word2) {
    for (String text :
        new String[] {
          "{\"proof\":\"${proof}\",\"id\":\"${id}\",\"site\":\"${site}\"}",
          "{\"id\":\"${id}\",\"n\":${sequence},\"proof\":\"${proof}\",\"t\":${time}}",
          "${proof}",
        }) {
      PayloadTemplate template = template(text);
      byte[] payload = template.form(1, DEVICE, 1, 0).stamped(word0, word1, word2);
      assertThat(proof(template, payload)).containsExactly(word0, word1, word2);
      assertThat(payload).hasSize(template.form(1, DEVICE, 1, 0).bytes());
    }
  }

  @Property
  void theTimeIsThatOfTheIntendedSend(
      @ForAll @LongRange(min = 0, max = 4_102_444_800_000L) long millis) {
    byte[] payload =
        template("${isoTime} ${time} ${proof}")
            .form(0, Optional.empty(), 1, (millis - 5_000) * 1_000_000)
            .stamped(5_000_000_000L, 0, 0);
    String iso = new String(payload, 0, 24, StandardCharsets.US_ASCII);
    assertThat(Instant.parse(iso)).isEqualTo(Instant.ofEpochMilli(millis));
    assertThat(Long.parseLong(new String(payload, 25, 13, StandardCharsets.US_ASCII)))
        .isEqualTo(millis);
  }

  @Property
  void aNumberAtRandomIsWithinItsBoundsAndTheSameForTheSameMessage(@ForAll int sequence)
      throws Exception {
    String text = "{\"a\":${random:-2.5:40},\"b\":${random:7:8},\"p\":\"${proof}\"}";
    long word1 = MessageHeader.word1(3, sequence);
    JsonNode once = JsonMapper.builder().build().readTree(payload(text, 1, word1));
    assertThat(once.get("a").asDouble()).isBetween(-2.5, 40.0);
    assertThat(once.get("b").asInt()).isBetween(7, 8);
    assertThat(payload(text, 1, word1)).isEqualTo(payload(text, 1, word1));
  }

  @Test
  void allValuesOfARandomFieldComeUp() {
    int[] seen = new int[3];
    for (int i = 0; i < 3_000; i++) {
      String text = payload("${random:-1:1}|${proof}", 0, MessageHeader.word1(0, i));
      seen[1 + Integer.parseInt(text.substring(0, text.indexOf('|')).strip())]++;
    }
    assertThat(Arrays.stream(seen).boxed()).allMatch(count -> count > 800 && count < 1_200);
  }

  @Test
  void aRowsValuesStandInTheTextAsJsonHasThem() throws Exception {
    String text =
        payload(
            "{\"id\":\"${id}\",\"site\":\"${site}\",\"line\":${line},\"publisher\":${publisher},"
                + "\"seq\":${sequence},\"padded\":\"${sequence:0}\",\"proof\":\"${proof}\"}",
            0,
            MessageHeader.word1(3, 12));
    JsonNode json = JsonMapper.builder().build().readTree(text);
    assertThat(json.get("id").asText()).isEqualTo("pump-\"1\"");
    assertThat(json.get("site").asText()).isEqualTo("north");
    assertThat(json.get("line").asInt()).isEqualTo(7);
    assertThat(json.get("publisher").asInt()).isEqualTo(3);
    assertThat(json.get("seq").asInt()).isEqualTo(12);
    assertThat(json.get("padded").asText()).isEqualTo("0000000012");
  }

  @Test
  void nothingIsAllocatedForAMessage() {
    PayloadForm form =
        template(
                "{\"t\":\"${isoTime}\",\"n\":${sequence},\"r\":${random:1:9.5},\"p\":\"${proof}\"}")
            .form(0, Optional.empty(), 1, 0);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = 0;
    for (int round = 0; round < 2; round++) {
      before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100_000; i++) {
        form.stamped(i, i, i);
      }
    }
    assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 100_000.0).isLessThan(0.1);
  }

  @Test
  void fieldsThatAreNumbersStandWithoutQuotes() {
    for (String number :
        new String[] {
          "${time}", "${sequence}", "${publisher}", "${random:0.8:6.5}", "${random:-5:5}"
        }) {
      String text = "{\"t\": %s, \"p\": \"${proof}\"}".formatted(number);
      assertThatCode(() -> template(text).requireFor(DEVICE, Set.of("id")))
          .doesNotThrowAnyException();
      assertThatCode(() -> template(text).requireFor(Optional.empty(), Set.of()))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void zerosBeforeANumberAreInQuotes() {
    String notJson = "p.json:1:8: it is not JSON once it is filled in";
    refused("{\"n\": ${sequence:0}, \"p\": \"${proof}\"}", notJson);
    refused("{\"t\": ${isoTime}, \"p\": \"${proof}\"}", "p.json:1:");
    template("{\"n\": \"${sequence:0}\", \"p\": \"${proof}\"}").requireFor(DEVICE, Set.of("id"));
  }

  @Test
  void aLineThatIsNotUtf8IsNamed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("p.json");
    Files.write(
        file,
        "{\"p\": \"${proof}\",\n\"site\": \"Z\u00fcrich\"}".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> PayloadText.read(file.toString()))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("workload.payload.template " + file + ":2: its text is not UTF-8");
  }

  /** It would be shadowed: its values would stand nowhere. */
  @Test
  void aColumnHasNoNameOfAField(@TempDir Path folder) throws IOException {
    List<String> names =
        Arrays.stream(FieldName.KNOWN.split(", | and "))
            .filter(name -> !name.contains(":"))
            .toList();
    assertThat(names).contains("proof", "time", "isoTime");
    for (String name : names) {
      Path file = Files.writeString(folder.resolve("d.csv"), "id,%s\na,1\n".formatted(name));
      assertThatThrownBy(() -> DeviceTable.read(file.toString(), 1))
          .isInstanceOf(DefinitionException.class)
          .hasMessageStartingWith(file + ":1: column " + name + ": another name, as ")
          .hasMessageEndingWith(
              "{"
                  + name
                  + "} in %s stands for something else"
                      .formatted(name.equals("publisher") ? "topics" : "payloads"));
    }
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> template(text).requireFor(DEVICE, Set.of("id", "site", "line")))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void mistakesAreNamedWithTheirLine() {
    refused("{}", "p.json: ${proof} must be there once: the account of the messages is made by it");
    refused(
        "${proof}\n${proof}", "p.json:2: ${proof} again; it must be there once, as in p.json:1");
    assertThatThrownBy(() -> PayloadTemplate.of(new PayloadText("p.json", "\n${proof}"), false))
        .hasMessage(
            "p.json:2: no ${proof} where workload.payload.proof is a property of the message");
    refused(
        "{\"p\":\"${proof}\",\n\"s\":\"${sit}\"}",
        "p.json:2: ${sit} is none: one of proof, publisher, sequence, sequence:0, time, isoTime and"
            + " random:LEAST:MOST, or a column of devices.publishers: id, line, site");
    refused("\n${random:5:1}${proof}", "p.json:2: ${random:5:1} is none: random:LEAST:MOST, two");
    refused("${random:a:1}${proof}", "p.json:1: ${random:a:1} is none: random:LEAST:MOST, two");
    refused("{\"p\":\"${proof}\",\n}", "p.json:2:1: it is not JSON once it is filled in");
    refused(
        "{\"i\":\"${id}\",\"p\":\"${proof}\",\"s\":\"${site}\"}",
        "workload.payload.template p.json: ${proof} has to stand before or behind all");
  }
}
