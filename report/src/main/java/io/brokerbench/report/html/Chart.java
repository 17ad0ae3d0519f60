package io.brokerbench.report.html;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A picture of figures, as data: the script draws it, summary and table say the same in text. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
public sealed interface Chart permits LineChart, RowChart {

  /** Its identifier: a word that is unique on the page. */
  String id();

  /** What it shows. */
  String title();

  /** What is to be seen, in a sentence with figures. */
  String summary();

  /** All figures that are drawn. */
  @JsonIgnore
  Table table();
}
