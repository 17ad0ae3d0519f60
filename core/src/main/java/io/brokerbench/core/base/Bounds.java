package io.brokerbench.core.base;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the JSON Schema says of a number, of the length of a text or of the size of a list. Without
 * it, a number is at least 0, and the others are not limited. On a record, it holds for all numbers
 * that have none of their own.
 *
 * <p>It describes documents only: the constructor of a record checks what a run depends on.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface Bounds {

  /** The {@link #min} of a number that may be negative without limit. */
  double UNBOUNDED = Double.NEGATIVE_INFINITY;

  /** The least. */
  double min() default 0;

  /** Whether the least itself is excluded. */
  boolean minExclusive() default false;

  /** The greatest. */
  double max() default Double.POSITIVE_INFINITY;
}
