package io.brokerbench.cli.help;

/** The groups of options in the help, in their order. */
public enum HelpGroup {
  MOST_USED("Most used"),
  SEARCH("Search"),
  COMPARISON("Comparison"),
  STUDY("Study"),
  LOAD("Load"),
  CLIENTS("Clients and their connections"),
  JMS("JMS consumers"),
  FAULTS("Faults and network"),
  BROKER("Start and limits of the broker"),
  GENERATOR("Load generator"),
  AGENTS("Agents"),
  RESULTS("Results and progress"),
  GENERAL("General");

  private final String title;

  HelpGroup(String title) {
    this.title = title;
  }

  /** As the help writes it. */
  public String title() {
    return title;
  }
}
