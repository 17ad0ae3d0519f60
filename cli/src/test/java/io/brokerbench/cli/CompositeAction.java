package io.brokerbench.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An {@code action.yml}, and what a runner does with it: it substitutes expressions, runs the
 * scripts of the steps in order, each in a bash of its own, and hands on their outputs.
 *
 * <p>A step with {@code uses} is not run. It has the outputs that it is given.
 */
final class CompositeAction {

  static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ (.*?) }}");
  static final Pattern INPUT = Pattern.compile("inputs\\.([a-z][a-z-]*)");
  static final Pattern OUTPUT = Pattern.compile("steps\\.([a-z]+)\\.outputs\\.([a-z-]+)");
  static final String ALWAYS = "always()";
  static final Pattern INPUT_IS_GIVEN = Pattern.compile("inputs\\.([a-z][a-z-]*) != ''");

  final JsonNode definition;

  private CompositeAction(JsonNode definition) {
    this.definition = definition;
  }

  static CompositeAction read(Path file) throws IOException {
    return new CompositeAction(new YAMLMapper().readTree(file.toFile()));
  }

  List<JsonNode> steps() {
    List<JsonNode> steps = new ArrayList<>();
    definition.at("/runs/steps").forEach(steps::add);
    return steps;
  }

  /**
   * What became of a use of the action.
   *
   * @param exitCode of the first step that failed; else 0
   * @param outputs of the action
   * @param summary what the steps wrote for the page of the job
   * @param log what they printed
   */
  record Outcome(int exitCode, Map<String, String> outputs, String summary, String log) {}

  /**
   * Uses the action.
   *
   * @param checkout the folder that the action is in
   * @param workspace the folder of the job
   * @param given inputs; others have their defaults
   * @param environment further variables
   * @param outputsOfUses outputs of the steps that are not run: {@code upload.artifact-url}
   */
  Outcome use(
      Path checkout,
      Path workspace,
      Map<String, String> given,
      Map<String, String> environment,
      Map<String, String> outputsOfUses)
      throws IOException, InterruptedException {
    Map<String, String> values = new LinkedHashMap<>();
    definition
        .get("inputs")
        .properties()
        .forEach(
            input ->
                values.put("inputs." + input.getKey(), input.getValue().path("default").asText()));
    given.forEach((name, value) -> values.put("inputs." + name, value));
    outputsOfUses.forEach((name, value) -> values.put(stepOutput(name), value));
    Path files = Files.createTempDirectory(checkout, "runner");
    Path summary = Files.createFile(files.resolve("summary.md"));
    Path log = Files.createFile(files.resolve("log.txt"));
    int exitCode = 0;
    for (JsonNode step : steps()) {
      if (!step.has("run") || !runs(step.path("if").asText(), exitCode == 0, values)) {
        continue;
      }
      Path output = Files.createTempFile(files, "output", "");
      Path script = Files.writeString(files.resolve("script.sh"), step.get("run").asText());
      ProcessBuilder bash =
          new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", script.toString())
              .directory(workspace.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      bash.environment().putAll(environment);
      bash.environment().put("GITHUB_ACTION_PATH", checkout.toString());
      bash.environment().put("GITHUB_OUTPUT", output.toString());
      bash.environment().put("GITHUB_STEP_SUMMARY", summary.toString());
      step.path("env")
          .properties()
          .forEach(
              variable ->
                  bash.environment()
                      .put(variable.getKey(), filled(variable.getValue().asText(), values)));
      int code = bash.start().waitFor();
      exitCode = exitCode == 0 ? code : exitCode;
      for (String line : Files.readAllLines(output)) {
        int equals = line.indexOf('=');
        String name = step.get("id").asText() + "." + line.substring(0, equals);
        values.put(stepOutput(name), line.substring(equals + 1));
      }
    }
    Map<String, String> outputs = new LinkedHashMap<>();
    definition
        .get("outputs")
        .properties()
        .forEach(
            each ->
                outputs.put(each.getKey(), filled(each.getValue().get("value").asText(), values)));
    return new Outcome(exitCode, outputs, Files.readString(summary), Files.readString(log));
  }

  private static String stepOutput(String name) {
    return "steps." + name.replaceFirst("\\.", ".outputs.");
  }

  /** Whether a step runs: after a failure only those that always do. */
  private static boolean runs(String condition, boolean succeeded, Map<String, String> values) {
    Matcher given = INPUT_IS_GIVEN.matcher(condition);
    if (given.matches()) {
      return succeeded && !values.get("inputs." + given.group(1)).isEmpty();
    }
    if (!condition.isEmpty() && !condition.equals(ALWAYS)) {
      throw new IllegalArgumentException("if: " + condition);
    }
    return succeeded || condition.equals(ALWAYS);
  }

  private static String filled(String text, Map<String, String> values) {
    return EXPRESSION
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found, values)));
  }

  private static String value(MatchResult found, Map<String, String> values) {
    String name = found.group(1);
    if (!INPUT.matcher(name).matches() && !OUTPUT.matcher(name).matches()) {
      throw new IllegalArgumentException("expression " + name);
    }
    return values.getOrDefault(name, "");
  }
}
