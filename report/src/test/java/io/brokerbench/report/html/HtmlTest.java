package io.brokerbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlTest {

  @Test
  void textAndAttributesAreEscaped() {
    Html html = new Html().element("a", "<b> & \"c\"", "href", "\"><script>");

    assertThat(html)
        .hasToString("<a href=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt; &amp; &quot;c&quot;</a>");
  }

  @Test
  void aLinkWithinASentenceAddsNoSpace() {
    Html html = new Html().open("p").element("a", "one", "href", "#").text(", two").close("p");

    assertThat(html).hasToString("<p><a href=\"#\">one</a>, two</p>\n");
  }

  @Test
  void dataHoldsNoMarkupAndNothingThatIsNoNumber() {
    Series series = Series.line("</script>", List.of(1.0, Double.NaN, 1_234_567.89));

    assertThat(ChartJson.of(series))
        .isEqualTo(
            "{\"name\":\"\\u003c/script>\",\"values\":[1,null,1234568],\"style\":\"LINE\",\"counts\":true}");
  }

  @Test
  void valuesAreWrittenAsPeopleReadThem() {
    assertThat(Quantity.PERCENTILE.text(2)).isEqualTo("50 %");
    assertThat(Quantity.PERCENTILE.text(10_000)).isEqualTo("99.99 %");
    assertThat(Quantity.PERCENTILE.text(1.2115)).isEqualTo("17 %");
    assertThat(Quantity.PERCENTILE.text(20)).isEqualTo("95 %");
    assertThat(Quantity.PERCENTILE.text(100)).isEqualTo("99 %");
    assertThat(Quantity.PERCENTILE.text(1_467.8)).isEqualTo("99.932 %");
    assertThat(Quantity.NANOS.text(2_100_000)).isEqualTo("2.1 ms");
    assertThat(Quantity.NANOS.text(-1_000_000)).isEqualTo("-1.0 ms");
    assertThat(Quantity.CHANGE.text(18)).isEqualTo("+18 %");
    assertThat(Quantity.NUMBER.text(Double.NaN)).isEqualTo("\u2013");
  }
}
