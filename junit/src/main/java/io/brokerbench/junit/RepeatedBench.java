package io.brokerbench.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs several times, in a class or with a method that has {@link BrokerBench}. The
 * runs of all repetitions so far are in its {@link BenchResults}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@TestTemplate
@ExtendWith(RepeatedBenchExtension.class)
public @interface RepeatedBench {

  /** How often, 1 to 1000. */
  int value();
}
