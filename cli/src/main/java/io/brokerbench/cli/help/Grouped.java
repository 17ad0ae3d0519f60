package io.brokerbench.cli.help;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On an option, or on a class for all its options: where the help shows it. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.TYPE})
public @interface Grouped {

  /** The group; that of an option precedes that of its class. */
  HelpGroup value();
}
