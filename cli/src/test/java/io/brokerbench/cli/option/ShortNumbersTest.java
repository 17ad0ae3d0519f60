package io.brokerbench.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

class ShortNumbersTest {

  @Command
  private static final class Numbers {
    @Option(names = "--count")
    private Integer count;

    @Option(names = "--seed")
    private Long seed;

    @Option(names = "--rate")
    private Double rate;
  }

  @ParameterizedTest
  @CsvSource({"500,500", "10k,10000", "10K,10000", "1.5k,1500", "0.5M,500000", "1e3,1000", "-5,-5"})
  void aRateMayBeShort(String text, double value) {
    assertThat(read("--rate", text).rate).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"500,500", "10k,10000", "2M,2000000", "1.5k,1500"})
  void aCountMayBeShort(String text, int value) {
    assertThat(read("--count", text).count).isEqualTo(value);
    assertThat(read("--seed", text).seed).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "--count,x",
    "--count,1.5",
    "--count,3000M",
    "--count,10m",
    "--rate,k",
    "--rate,10 k"
  })
  void whatIsNoNumberIsRefused(String option, String text) {
    assertThatThrownBy(() -> read(option, text)).isInstanceOf(ParameterException.class);
  }

  @ParameterizedTest
  @CsvSource({"100,100", "1k,1024", "1KB,1024", "1kB,1024", "1KiB,1024", "2m,2097152", "64b,64"})
  void aSizeHasMultiplesOf1024(String text, int value) {
    assertThat(ShortNumbers.smallSize(text)).isEqualTo(value);
  }

  @Test
  void aSizeThatIsNoneIsRefused() {
    assertThatThrownBy(() -> ShortNumbers.bytes("1.5k"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("a size in bytes, or with k, m or g, such as 100, 1KB or 512m");
    assertThatThrownBy(() -> ShortNumbers.smallSize("2g"))
        .hasMessage("a size up to 2147483647 bytes");
    assertThatThrownBy(() -> ShortNumbers.bytes("99999999999g")).hasMessage("too large for a size");
  }

  private static Numbers read(String option, String text) {
    Numbers numbers = new Numbers();
    CommandLine command = new CommandLine(numbers);
    ShortNumbers.readBy(command);
    command.parseArgs(option, text);
    return numbers;
  }
}
