package io.brokerbench.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;

/**
 * How logs look: warnings and worse, one line each, to standard error. In code, as the reading of a
 * configuration file takes a tenth of a second of every start.
 */
public final class Logging extends ContextAwareBase implements Configurator {

  /** For the service loader. */
  public Logging() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{20}: %msg%n%rEx{3}");
    encoder.start();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setName("stderr");
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(appender);
    // What matters of what they say is in the messages of our own errors.
    context.getLogger("org.testcontainers").setLevel(Level.OFF);
    context.getLogger("com.github.dockerjava").setLevel(Level.OFF);
    // The code that waits for members reports who comes, goes and is refused.
    context.getLogger("org.jgroups").setLevel(Level.OFF);
    context.getLogger("org.infinispan").setLevel(Level.OFF);
    // JMS clients log what they also report to us, which we print in one line.
    context.getLogger("org.apache.qpid.jms").setLevel(Level.OFF);
    context.getLogger("org.apache.activemq").setLevel(Level.OFF);
    // MeterSender says what is not received.
    context.getLogger("io.micrometer").setLevel(Level.OFF);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
