package io.brokerbench.experiment.cell;

/**
 * How far a cell has come that sends no run of messages at this moment, but stores messages, looks
 * at a broker, or has clients connect.
 *
 * @param name what is done: {@code storing}
 * @param standing how it stands, for people: {@code 120 MB of 500 MB}
 * @param share of it that is done, from 0 to 1
 */
public record CellStep(String name, String standing, double share) {

  /** Checks the share. */
  public CellStep {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share " + share);
    }
  }
}
