package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.device.Device;
import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.engine.assignment.Slices;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.PoissonLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.payload.PayloadText;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.ClientIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerLinesTest {

  static Assignment assignment() throws IOException {
    Scenario scenario =
        SenderBench.scenario(
            7, new PoissonLoad(Rate.perSecond(1_234.5)), Duration.ZERO, Duration.ofMillis(1_500));
    Access access =
        Access.OPEN
            .withTrust(Path.of("a folder", "ca.pem"))
            .withCertificate(
                new Access.ClientCertificate(Path.of("/x/own.pem"), Path.of("/x/own.key")))
            .withPsk(new Access.PreSharedKey("me", new byte[] {0, -1, 127, 5}))
            .withLogin(new Access.Login("user", "secret \"words\"\n"));
    return new Assignment(
        scenario,
        new Target(
            List.of(Endpoint.mqtt("::1", 1883), Endpoint.mqtt("host", 1884)),
            Optional.of(CipherSuite.PSK_AES256_CBC)),
        Target.of(new Endpoint(Endpoint.Listener.WSS, "host", 443, "/mqtt")),
        access,
        List.of(InetAddress.getByAddress("a-name", new byte[] {127, 0, 0, 2})),
        Slices.cut(scenario.topology(), 3).get(1),
        Long.MIN_VALUE + 5,
        2,
        Duration.ofNanos(100_001),
        new TopicMapping(
            "one", "", ".", "*", ">", Optional.of(new TopicMapping.GroupQueues("a/{topic}", "b"))),
        new DeviceRows(
            Map.of(
                7,
                new Device(
                    "seven",
                    new ClientIdentity(
                        Optional.of(new Access.Login("u", "p")),
                        Optional.of(
                            new Access.ClientCertificate(Path.of("/c.pem"), Path.of("/k.pem"))),
                        Optional.of(new Access.PreSharedKey("i", new byte[] {1, 2}))),
                    Map.of("site", "north"))),
            Map.of()),
        Optional.of(new PayloadText("p.json", "{}")),
        Optional.of(new PayloadText("sizes.txt", "24")));
  }

  @Test
  void anAssignmentIsTheSameAtTheOtherEnd() throws IOException {
    WorkerCommand open = new WorkerCommand.Open("swarm", assignment());
    String line = WorkerLines.write(open);
    assertThat(line).doesNotContain("\n");
    WorkerCommand.Open read = (WorkerCommand.Open) WorkerLines.command(line);
    assertThat(read.assignment().access().trust().orElseThrow().toAbsolutePath())
        .isEqualTo(Path.of("a folder", "ca.pem").toAbsolutePath());
    assertThat(read)
        .usingRecursiveComparison()
        .ignoringFields("assignment.access.trust")
        .isEqualTo(open);
  }

  @Test
  void commandsWithoutDataAreLinesToo() throws IOException {
    for (WorkerCommand command :
        List.of(
            new WorkerCommand.Hello(),
            new WorkerCommand.Connect(7),
            new WorkerCommand.EndConnecting(),
            new WorkerCommand.Start(new RunTimes(1, 2, 3)),
            new WorkerCommand.Close())) {
      assertThat(WorkerLines.command(WorkerLines.write(command))).isEqualTo(command);
    }
  }

  @Test
  void howFarConnectsCameIsTheSameAtTheOtherEnd() throws IOException {
    WorkerAnswer answer =
        new WorkerAnswer.Connects(
            List.of(
                new EndpointConnects(Endpoint.mqtt("::1", 1883), 4, 3, 2, 1),
                new EndpointConnects(
                    new Endpoint(Endpoint.Listener.WSS, "host", 443, "/mqtt"), 8, 7, 6, 5)));
    assertThat(WorkerLines.answer(WorkerLines.write(answer))).isEqualTo(answer);
  }

  @Test
  void whatIsNoCommandIsRefusedWithoutQuotingIt() {
    assertThatThrownBy(() -> WorkerLines.command("{\"type\":\"open\",\"password\":\"secret\"}"))
        .isInstanceOf(IOException.class)
        .message()
        .doesNotContain("secret\"");
    assertThatThrownBy(() -> WorkerLines.answer("hello, world")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> WorkerLines.answer("null")).isInstanceOf(IOException.class);
  }
}
