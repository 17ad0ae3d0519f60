package io.brokerbench.cli.help;

/** An option without a field of its own, as its user object: what it sets, and its group. */
public interface DeclaredSetting {

  /** Path of the setting in the scenario's document. */
  String path();

  /** Where the help shows it. */
  HelpGroup group();
}
