package io.brokerbench.jmh;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.util.LinkedHashSet;
import java.util.Set;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's own command line, as a main class to be started from an IDE and from the jar.
 *
 * <p>JMH by itself ends with 0 where benchmarks have failed. This ends with 1 then, after all the
 * others have run.
 */
public final class Benchmarks {

  private static final int FAILED = 1;

  private Benchmarks() {}

  /** Takes JMH's arguments: {@code RoundTrip -p broker=process:mosquitto}. */
  public static void main(String[] args) throws IOException {
    try {
      CommandLineOptions options = new CommandLineOptions(args);
      if (measures(options)) {
        Set<String> failed = run(options);
        if (!failed.isEmpty()) {
          System.err.println("Failed, for the reasons above: " + String.join(", ", failed));
          System.exit(FAILED);
        }
        return;
      }
    } catch (CommandLineOptionException e) {
      // JMH says what is wrong, as it does of all that is no measurement.
    } catch (RunnerException e) {
      System.err.println("ERROR: " + e.getMessage());
      System.exit(FAILED);
    }
    Main.main(args);
  }

  private static boolean measures(CommandLineOptions options) {
    return !options.shouldHelp()
        && !options.shouldList()
        && !options.shouldListWithParams()
        && !options.shouldListProfilers()
        && !options.shouldListResultFormats();
  }

  /** Runs them, and names those that have no result. */
  private static Set<String> run(CommandLineOptions options) throws IOException, RunnerException {
    Set<String> begun = new LinkedHashSet<>();
    try (PrintStream file =
        options.getOutput().hasValue()
            ? new PrintStream(options.getOutput().get(), Charset.defaultCharset())
            : null) {
      OutputFormat text =
          OutputFormatFactory.createFormatInstance(
              file == null ? System.out : file, options.verbosity().orElse(VerboseMode.NORMAL));
      for (RunResult result : new Runner(options, noting(begun, text)).run()) {
        begun.remove(name(result.getParams()));
      }
    }
    return begun;
  }

  /** The same output, which notes what begins and leaves the stream open. */
  private static OutputFormat noting(Set<String> begun, OutputFormat output) {
    return (OutputFormat)
        Proxy.newProxyInstance(
            OutputFormat.class.getClassLoader(),
            new Class<?>[] {OutputFormat.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                output.flush();
                return null;
              }
              if (method.getName().equals("startBenchmark")) {
                begun.add(name((BenchmarkParams) arguments[0]));
              }
              try {
                return method.invoke(output, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static String name(BenchmarkParams params) {
    StringBuilder name = new StringBuilder(params.getBenchmark());
    for (String key : params.getParamsKeys()) {
      name.append(' ').append(key).append('=').append(params.getParam(key));
    }
    return name.append(" (").append(params.getMode().shortLabel()).append(')').toString();
  }
}
