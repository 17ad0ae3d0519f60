package io.brokerbench.experiment.gate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What a comparison says of one metric. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "decision")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Pass.class, name = "PASS"),
  @JsonSubTypes.Type(value = Regressed.class, name = "REGRESSED"),
  @JsonSubTypes.Type(value = Inconclusive.class, name = "INCONCLUSIVE")
})
public sealed interface GateOutcome permits Pass, Regressed, Inconclusive {

  /** On what it rests. */
  Evidence evidence();

  /** The same in one word. */
  @JsonIgnore
  Decision decision();
}
