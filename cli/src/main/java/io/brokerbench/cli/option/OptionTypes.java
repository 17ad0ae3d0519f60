package io.brokerbench.cli.option;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.figure.GroupThreshold;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.scenario.Threshold;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** How texts of options become values, by their types. */
public final class OptionTypes {

  private OptionTypes() {}

  /** Makes a command and its subcommands read all options so. */
  public static void readBy(CommandLine command) {
    ShortNumbers.readBy(command);
    command
        .registerConverter(
            Duration.class, text -> read(text, Durations::parse, DefinitionException::limit))
        .registerConverter(
            Threshold.class,
            text ->
                read(
                    text,
                    some -> ThresholdCheck.of(Threshold.parse(some)).threshold(),
                    DefinitionException::limit))
        .registerConverter(
            GroupThreshold.class,
            text -> read(text, GroupThreshold::parse, DefinitionException::limit))
        .registerConverter(
            ScenarioChange.class,
            text -> read(text, ScenarioChange::parse, DefinitionException::getMessage))
        .registerConverter(SizeOption.Size.class, SizeOption.Size::parse)
        .registerConverter(SourceAddresses.class, SourceAddresses::parse);
  }

  private static <T> T read(
      String text, Function<String, T> parse, Function<DefinitionException, String> why) {
    try {
      return parse.apply(text);
    } catch (DefinitionException e) {
      throw new TypeConversionException(why.apply(e));
    }
  }
}
