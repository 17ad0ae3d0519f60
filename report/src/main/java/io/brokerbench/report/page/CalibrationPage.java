package io.brokerbench.report.page;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.page.PageBlocks.Tone;
import io.brokerbench.report.text.CalibrationReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page of a calibration: what the generator can do on one machine, and on which. */
final class CalibrationPage {

  private final Calibration calibration;
  private final PageContext pageContext;

  CalibrationPage(Calibration calibration, PageContext pageContext) {
    this.calibration = calibration;
    this.pageContext = pageContext;
  }

  String html() {
    Page page = Page.of("Calibration of the generator");
    page.add(
        PageBlocks.head(
            "Calibration of the generator",
            "against a broker that does nothing; " + PageBlocks.time(calibration.calibratedAt())));
    page.add(
        PageBlocks.verdict(
            Tone.GOOD, "CALIBRATED", CalibrationReport.answer(calibration), List.of()));
    page.heading("Figures");
    page.add(PageBlocks.words(figures()));
    Map<String, String> words = new LinkedHashMap<>();
    words.put(
        "driver",
        "%s, %s, lanes %d, precision %s"
            .formatted(
                calibration.driver(),
                calibration.transport(),
                calibration.lanes(),
                Durations.format(calibration.precision())));
    words.put("machine", PageBlocks.machine(calibration.environment()));
    words.put("tool", calibration.environment().tool() + " on " + calibration.environment().jvm());
    page.heading("Environment");
    page.add(PageBlocks.words(words));
    PageBlocks.again(page, pageContext);
    return page.html();
  }

  private Map<String, String> figures() {
    Map<String, String> words = new LinkedHashMap<>();
    CalibrationReport.figures(calibration)
        .forEach((label, texts) -> words.put(label, String.join("; ", texts)));
    return words;
  }
}
