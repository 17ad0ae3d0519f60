package io.brokerbench.core.figure;

import static io.brokerbench.core.figure.FigureGroup.orNaN;
import static io.brokerbench.core.figure.Unit.BYTES;
import static io.brokerbench.core.figure.Unit.CORES;
import static io.brokerbench.core.figure.Unit.SHARE;

import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.RunResult;
import java.util.List;
import java.util.Optional;

/** The part of the catalogue that is of the whole machine. None of it is good or bad by itself. */
final class MachineFigures {

  private MachineFigures() {}

  static List<Figure> all() {
    FigureGroup<Machine> of = new FigureGroup<>("machine", RunResult::machine);
    FigureGroup<Machine.Disk> disk =
        new FigureGroup<>("machine", run -> run.machine().map(Machine::disk));
    FigureGroup<Machine.Network> network =
        new FigureGroup<>("machine", run -> run.machine().flatMap(Machine::brokerNetwork));
    return List.of(
        of.plain("otherCpu", "CPU of others", CORES, m -> orNaN(m.otherCpuCores())),
        of.plain("ownCpu", "CPU of broker and generator", CORES, m -> orNaN(m.ownCpuCores())),
        of.plain("steal", "CPU stolen", CORES, m -> orNaN(m.stealCores())).briefly(),
        of.plain("cpuPressure", "CPU pressure", SHARE, m -> orNaN(m.pressure().cpuSome())),
        of.plain("ioPressure", "io pressure", SHARE, m -> orNaN(m.pressure().ioSome())).briefly(),
        of.plain("memoryPressure", "memory pressure", SHARE, m -> orNaN(m.pressure().memorySome()))
            .briefly(),
        of.plain("brokerCpuWait", "broker waited for a CPU", SHARE, m -> share(m.brokerCpuWait()))
            .briefly(),
        of.plain(
                "generatorCpuWait",
                "generator waited for a CPU",
                SHARE,
                m -> share(m.generatorCpuWait()))
            .briefly(),
        disk.plain("brokerRead", "read by the broker", BYTES, d -> orNaN(d.brokerReadBytes())),
        disk.plain(
            "brokerWritten", "written by the broker", BYTES, d -> orNaN(d.brokerWrittenBytes())),
        disk.plain(
            "generatorDisk", "disk use of the generator", BYTES, d -> orNaN(d.generatorBytes())),
        disk.plain("otherDisk", "disk use of others", BYTES, d -> orNaN(d.otherBytes())),
        disk.plain("disk", "use of all disks", BYTES, d -> orNaN(d.machineBytes())),
        network.plain(
            "brokerReceived", "network to the broker", BYTES, Machine.Network::receivedBytes),
        network.plain("brokerSent", "network from the broker", BYTES, Machine.Network::sentBytes),
        of.plain(
            "ownMemory",
            "memory of broker and generator",
            BYTES,
            m -> orNaN(m.memory().ownBytes())),
        of.plain("otherMemory", "memory of others", BYTES, m -> orNaN(m.memory().otherBytes())));
  }

  private static double share(Optional<Machine.CpuWait> wait) {
    return wait.map(Machine.CpuWait::share).orElse(Double.NaN);
  }
}
