package io.brokerbench.cli.terminal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On an option's field: what the option sets, as errors call it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Sets {

  /** Field of a {@link io.brokerbench.core.base.DefinitionException}: {@code lanes}. */
  String value();
}
