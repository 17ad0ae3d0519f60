package io.brokerbench.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.cli.option.ShortNumbers.SizeConverter;
import io.brokerbench.cli.terminal.OptionErrors;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.TypeConversionException;

class LimitOptionsTest {

  @ParameterizedTest
  @CsvSource({
    "512m, 536870912",
    "512MB, 536870912",
    "2g, 2147483648",
    "8192k, 8388608",
    "7000000, 7000000"
  })
  void aSizeIsReadInMultiplesOf1024(String text, long bytes) {
    assertThat(new SizeConverter().convert(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "1.5g", "-1m", "512 m", "12x"})
  void whatIsNoSizeIsRefused(String text) {
    assertThatThrownBy(() -> new SizeConverter().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageStartingWith("a size in bytes");
  }

  @Test
  void aContainerIsLimitedAndNothingElse() {
    BrokerProvider container = ProviderRegistry.load().broker("container:mosquitto");
    BrokerProvider embedded = ProviderRegistry.load().broker("embedded");

    assertThat(options("--broker-cpus", "0.5", "--broker-memory", "64m").limits(container))
        .isEqualTo(new ResourceLimits(OptionalDouble.of(0.5), OptionalLong.of(64L << 20)));
    assertThat(options().limits(embedded)).isEqualTo(ResourceLimits.NONE);
    assertThatThrownBy(() -> options("--broker-memory", "64m").limits(embedded))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "--broker-memory: applies only to containers; embedded:artemis is not a container"
                + " (--broker container:PRODUCT)");
  }

  @Test
  void aLimitOutOfItsOwnLimitsIsNamed() {
    BrokerProvider container = ProviderRegistry.load().broker("container:mosquitto");

    assertThatThrownBy(() -> limits(container, "--broker-cpus", "0"))
        .hasMessageContaining("--broker-cpus")
        .hasMessageContaining("0.01");
    assertThatThrownBy(() -> limits(container, "--broker-memory", "1m"))
        .hasMessageContaining("--broker-memory")
        .hasMessageContaining("6m");
  }

  private static ResourceLimits limits(BrokerProvider broker, String... words) {
    Holder holder = new Holder();
    CommandLine command = new CommandLine(holder);
    command.parseArgs(words);
    try {
      return holder.limits.limits(broker);
    } catch (DefinitionException e) {
      throw OptionErrors.named(e, command.getCommandSpec());
    }
  }

  private static LimitOptions options(String... words) {
    return CommandLine.populateCommand(new Holder(), words).limits;
  }

  @Command
  private static final class Holder {
    @Mixin private LimitOptions limits = new LimitOptions();
  }
}
