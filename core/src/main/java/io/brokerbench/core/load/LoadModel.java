package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * When messages are sent.
 *
 * <p>An {@link OpenLoad open load} (constant, Poisson, ramp, profile) follows a schedule whatever
 * the broker does; a {@link ClosedLoad closed load} sends as the broker acknowledges; with {@link
 * NoLoad none}, nothing is sent.
 */
@JsonClassDescription("When messages are due.")
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ConstantLoad.class, name = "constant"),
  @JsonSubTypes.Type(value = PoissonLoad.class, name = "poisson"),
  @JsonSubTypes.Type(value = RampLoad.class, name = "ramp"),
  @JsonSubTypes.Type(value = ProfileLoad.class, name = "profile"),
  @JsonSubTypes.Type(value = ClosedLoad.class, name = "closed"),
  @JsonSubTypes.Type(value = NoLoad.class, name = "none")
})
public sealed interface LoadModel permits OpenLoad, ClosedLoad, NoLoad {

  /** Whether it is the same all along, so that a broker can settle under it. */
  @JsonIgnore
  default boolean isSteady() {
    return true;
  }
}
