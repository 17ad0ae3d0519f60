package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelTextTest {

  @TempDir private Path folder;

  @Test
  void aFileThatCantBeReadIsEmpty() throws IOException {
    Path file = Files.write(folder.resolve("stat"), new byte[] {'7', ' ', '(', (byte) 0xff, ')'});
    assertThat(KernelText.of(file)).startsWith("7 (").endsWith(")");
    assertThat(KernelText.of(folder.resolve("none"))).isEmpty();
    assertThat(KernelText.of(folder)).isEmpty();
  }

  @Test
  void aNumberMayHaveBlanksAroundIt() {
    assertThat(KernelText.number(" 42\n")).hasValue(42);
    assertThat(KernelText.number("max")).isEmpty();
    assertThat(KernelText.number("")).isEmpty();
  }

  @Test
  void aLabelBeginsALineAndAUnitMayFollow() {
    String text = "cancelled_read_bytes: 1\nread_bytes: 2\nVmRSS:\t   3 kB\nread_bytes: 4\n";
    assertThat(KernelText.labelled(text, "read_bytes:")).hasValue(2);
    assertThat(KernelText.labelled(text, "VmRSS:")).hasValue(3);
    assertThat(KernelText.labelled(text, "write_bytes:")).isEmpty();
    assertThat(KernelText.labelled("VmRSS:\n", "VmRSS:")).isEmpty();
  }

  @Test
  void whatIsMadeOfTwoNumbersNeedsBoth() {
    OptionalLong one = OptionalLong.of(1);
    assertThat(KernelText.both(one, OptionalLong.of(2), Long::sum)).hasValue(3L);
    assertThat(KernelText.both(one, OptionalLong.empty(), Long::sum)).isEmpty();
    assertThat(KernelText.both(OptionalLong.empty(), one, Long::sum)).isEmpty();
  }
}
