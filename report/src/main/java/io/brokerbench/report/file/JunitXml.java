package io.brokerbench.report.file;

import java.io.StringWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Test cases and their figures in the XML that JUnit's runners write and that CI servers read: one
 * {@code testsuite}, with {@code properties} in each {@code testcase}.
 */
public final class JunitXml {

  /** What became of a case. */
  public enum CaseStatus {
    PASSED,
    FAILED,
    SKIPPED
  }

  /**
   * One test case.
   *
   * @param className by which servers group the cases
   * @param name within that
   * @param time that it took
   * @param properties figures by name, in their order
   * @param outcome what became of it
   * @param message why it failed or was skipped; else empty
   * @param output what it said, such as where files are; may be empty
   */
  public record Case(
      String className,
      String name,
      Duration time,
      Map<String, String> properties,
      CaseStatus outcome,
      String message,
      String output) {

    /** Copies the properties. */
    public Case {
      properties = new LinkedHashMap<>(properties);
    }
  }

  private final XMLStreamWriter xml;

  private JunitXml(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /** The document. */
  public static String of(String suite, List<Case> cases) {
    StringWriter out = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
      new JunitXml(xml).write(suite, cases);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a report that cannot be written: " + e.getMessage(), e);
    }
    return out + "\n";
  }

  private void write(String suite, List<Case> cases) throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuite");
    attribute("name", suite);
    attribute("tests", Integer.toString(cases.size()));
    attribute("failures", count(cases, CaseStatus.FAILED));
    attribute("errors", "0");
    attribute("skipped", count(cases, CaseStatus.SKIPPED));
    for (Case each : cases) {
      write(each);
    }
    xml.writeCharacters("\n");
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private static String count(List<Case> cases, CaseStatus outcome) {
    return Long.toString(cases.stream().filter(each -> each.outcome() == outcome).count());
  }

  private void write(Case each) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    attribute("classname", each.className());
    attribute("name", each.name());
    attribute("time", seconds(each.time()));
    if (!each.properties().isEmpty()) {
      xml.writeStartElement("properties");
      for (Map.Entry<String, String> property : each.properties().entrySet()) {
        xml.writeEmptyElement("property");
        attribute("name", property.getKey());
        attribute("value", property.getValue());
      }
      xml.writeEndElement();
    }
    if (each.outcome() != CaseStatus.PASSED) {
      xml.writeEmptyElement(each.outcome() == CaseStatus.FAILED ? "failure" : "skipped");
      attribute("message", each.message());
    }
    if (!each.output().isEmpty()) {
      xml.writeStartElement("system-out");
      xml.writeCharacters(allowed(each.output()));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, allowed(value));
  }

  private static String seconds(Duration time) {
    return time.isZero() ? "0" : String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e9);
  }

  /** Without the characters that XML 1.0 has no way to write, such as those of coloured output. */
  private static String allowed(String text) {
    return text.codePoints()
        .filter(c -> c >= ' ' || c == '\n' || c == '\t' || c == '\r')
        .filter(c -> c < 0xD800 || (c > 0xDFFF && c != 0xFFFE && c != 0xFFFF))
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
