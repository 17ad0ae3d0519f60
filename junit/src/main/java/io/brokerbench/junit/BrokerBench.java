package io.brokerbench.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs scenarios on a broker in the tests of a class, or in one test.
 *
 * <p>The broker starts when it is first needed, is shared by the tests of the class and of those
 * nested in it, and ends with the class, whatever became of the tests. Constructors, lifecycle
 * methods and tests take parameters of the types {@link Bench}, {@link
 * io.brokerbench.core.broker.Broker} and {@link BenchResults}.
 *
 * <p>Tests with this annotation have the tag {@value #TAG}, and never run side by side: they would
 * measure each other.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Tag(BrokerBench.TAG)
@ResourceLock(BrokerBench.TAG)
@ExtendWith(BrokerBenchExtension.class)
public @interface BrokerBench {

  /** The tag of all such tests. */
  String TAG = "brokerbench";

  /**
   * Where the broker comes from, as with {@code --broker} on the command line. Default: the
   * configuration parameter (or system property) {@code brokerbench.broker}, else {@code embedded}.
   */
  String broker() default "";

  /** What makes the load, as with {@code --driver}. */
  String driver() default "swarm";
}
