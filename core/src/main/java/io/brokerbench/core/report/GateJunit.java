package io.brokerbench.core.report;

import io.brokerbench.core.gate.Decision;
import io.brokerbench.core.gate.Evidence;
import io.brokerbench.core.gate.Inconclusive;
import io.brokerbench.core.gate.MetricComparison;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A comparison as JUnit XML: a test case for each metric, which fails where it has regressed, with
 * its figures as properties.
 *
 * <p>What is inconclusive fails as well, or is skipped, as the gate is told to take it.
 */
public final class GateJunit {

  private final XMLStreamWriter xml;
  private final GateText text;
  private final boolean inconclusiveFails;

  private GateJunit(XMLStreamWriter xml, GateText text, boolean inconclusiveFails) {
    this.xml = xml;
    this.text = text;
    this.inconclusiveFails = inconclusiveFails;
  }

  /**
   * The document.
   *
   * @param inconclusiveFails whether a metric of which nothing can be told fails
   */
  public static String of(GateText text, boolean inconclusiveFails) {
    StringWriter out = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
      new GateJunit(xml, text, inconclusiveFails).write();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a report that can't be written: " + e.getMessage(), e);
    }
    return out + "\n";
  }

  private void write() throws XMLStreamException {
    List<MetricComparison> metrics = text.verdict().metrics();
    // A reason of the whole is no metric's: it has a case of its own.
    boolean whole = !text.verdict().reason().isEmpty();
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "brokerbench " + text.subject());
    xml.writeAttribute("tests", Integer.toString(metrics.size() + (whole ? 1 : 0)));
    xml.writeAttribute("failures", Long.toString(count(true) + (whole && wholeFails() ? 1 : 0)));
    xml.writeAttribute("errors", "0");
    xml.writeAttribute("skipped", Long.toString(count(false) + (whole && wholeSkips() ? 1 : 0)));
    if (whole) {
      start("comparison");
      outcome(text.verdict().decision(), text.verdict().reason());
      xml.writeEndElement();
    }
    for (MetricComparison metric : metrics) {
      testCase(metric);
    }
    xml.writeCharacters("\n");
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private void testCase(MetricComparison metric) throws XMLStreamException {
    start(metric.metric().title());
    xml.writeStartElement("properties");
    for (Map.Entry<String, String> property : properties(metric).entrySet()) {
      xml.writeEmptyElement("property");
      xml.writeAttribute("name", property.getKey());
      xml.writeAttribute("value", property.getValue());
    }
    xml.writeEndElement();
    String said = Figures.plain(metric.metric().title() + " " + GateText.change(metric));
    String why = metric.outcome() instanceof Inconclusive open ? ": " + GateText.reason(open) : "";
    outcome(metric.outcome().decision(), said + why);
    xml.writeEndElement();
  }

  private void start(String name) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "brokerbench." + text.subject());
    xml.writeAttribute("name", name);
    xml.writeAttribute("time", "0");
  }

  private void outcome(Decision decision, String message) throws XMLStreamException {
    if (decision != Decision.PASS) {
      xml.writeEmptyElement(fails(decision) ? "failure" : "skipped");
      xml.writeAttribute("message", decision + ": " + message);
    }
  }

  private boolean fails(Decision decision) {
    return decision == Decision.REGRESSED
        || (decision == Decision.INCONCLUSIVE && inconclusiveFails);
  }

  private boolean wholeFails() {
    return fails(text.verdict().decision());
  }

  private boolean wholeSkips() {
    return text.verdict().decision() != Decision.PASS && !wholeFails();
  }

  private long count(boolean failing) {
    return text.verdict().metrics().stream()
        .map(metric -> metric.outcome().decision())
        .filter(decision -> decision != Decision.PASS && fails(decision) == failing)
        .count();
  }

  private static Map<String, String> properties(MetricComparison metric) {
    Map<String, String> properties = new LinkedHashMap<>();
    Evidence evidence = metric.outcome().evidence();
    properties.put("metric", metric.metric().name());
    properties.put("change", Double.toString(evidence.change()));
    evidence.low().ifPresent(low -> properties.put("low", Double.toString(low)));
    evidence.high().ifPresent(high -> properties.put("high", Double.toString(high)));
    properties.put("tolerance", Double.toString(evidence.tolerance()));
    evidence
        .smallestDetectable()
        .ifPresent(seen -> properties.put("smallestDetectable", Double.toString(seen)));
    properties.put("baselineCount", Integer.toString(evidence.baselineCount()));
    properties.put("candidateCount", Integer.toString(evidence.candidateCount()));
    return properties;
  }
}
