package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.telemetry.MachineReading.CpuTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sampler, on a folder that looks like the root of a Linux system. */
class LinuxMachineSamplerTest {

  private static final long TICK = 10_000_000;

  @TempDir Path root;

  @Test
  void busyTimeIsThatOfProgramsAndTheirKernelWithoutWaitsAndInterrupts() {
    write(
        "proc/stat",
        """
        cpu  700 30 200 12000 500 11 127 133 40 0
        cpu0 350 15 100 6000 250 5 60 66 20 0
        cpu1 350 15 100 6000 250 6 67 67 20 0
        intr 1
        """);

    assertThat(read().cpu()).contains(new CpuTime(2, 930 * TICK, 133 * TICK));
  }

  @Test
  void anOldKernelWithoutStealHasNone() {
    write("proc/stat", "cpu  700 30 200 12000 500 11 127\ncpu0 700 30 200 12000 500 11 127\n");

    assertThat(read().cpu()).contains(new CpuTime(1, 930 * TICK, 0));
  }

  @Test
  void pressureIsTheTotalOfSomeAndFull() {
    write("proc/pressure/cpu", pressure(11, 0));
    write("proc/pressure/io", pressure(22, 20));
    write("proc/pressure/memory", pressure(33, 30));

    MachineReading.Stalls stalls = read().pressure();

    assertThat(stalls.cpuSome()).hasValue(11);
    assertThat(stalls.ioSome()).hasValue(22);
    assertThat(stalls.ioFull()).hasValue(20);
    assertThat(stalls.memorySome()).hasValue(33);
    assertThat(stalls.memoryFull()).hasValue(30);
  }

  @Test
  void anOldKernelHasNoFullLineForTheProcessors() {
    write("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=11\n");

    assertThat(read().pressure().cpuSome()).hasValue(11);
  }

  @Test
  void disksAreWholeDevicesAndNeitherPartitionsNorMappingsNorMemory() throws IOException {
    for (String disk : new String[] {"vda", "nvme0n1", "loop0", "zram0", "dm-0", "md127"}) {
      Files.createDirectories(root.resolve("sys/block").resolve(disk));
    }
    write(
        "proc/diskstats",
        """
           7       0 loop0 1 0 1000000 0 0 0 0 0 0 0 0
         254       0 vda 85161 11097 100 18781 17358 28072 30 7899 0 10812 27117 4073 22 319128 355
         254       1 vda1 85161 11097 100 18781 17358 28072 30 7899 0 10812 27117 4073 22 319128 355
         259       0 nvme0n1 1 2 5 4 5 6 7 8 9 10 11
         253       0 dm-0 1 2 1000000 4 5 6 1000000 8 9 10 11
           9     127 md127 1 2 1000000 4 5 6 1000000 8 9 10 11
        """);

    assertThat(read().diskBytes()).hasValue(512 * (100 + 30 + 5 + 7));
  }

  @Test
  void memoryInUseIsWhatANewProcessCannotHave() {
    write("proc/meminfo", "MemTotal:  8000 kB\nMemFree:  100 kB\nMemAvailable:  5000 kB\n");

    assertThat(read().usedMemoryBytes()).hasValue(3000 * 1024);
  }

  @Test
  void aSystemThatReportsNothingIsUnknown() {
    assertThat(read()).isEqualTo(MachineReading.UNKNOWN);
  }

  @Test
  void textThatIsNoNumberIsUnknown() {
    write("proc/pressure/io", "some avg10=0.00 total=many\n");
    write("proc/meminfo", "MemTotal:  ? kB\nMemAvailable:  5000 kB\n");

    assertThat(read()).isEqualTo(MachineReading.UNKNOWN);
  }

  private static String pressure(long some, long full) {
    return "some avg10=1.93 avg60=2.50 avg300=5.32 total=%d\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=%d\n"
        .formatted(some, full);
  }

  private MachineReading read() {
    return new LinuxMachineSampler(root).read();
  }

  private void write(String file, String text) {
    try {
      Path path = root.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
