package io.brokerbench.core.load;

/** Nothing is sent: clients connect, stay connected for a while, and leave. */
public record NoLoad() implements LoadModel {

  @Override
  public boolean isSteady() {
    return false;
  }
}
