package io.brokerbench.containers.process;

import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.security.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * A broker that is a shell script, for tests of what goes wrong.
 *
 * @param script executed with sh in the broker's folder
 * @param port that it would listen on
 * @param starts how often it was started
 */
record ScriptRecipe(String script, int port, AtomicInteger starts) implements ProcessRecipe {

  ScriptRecipe(String script) {
    this(script, 1, new AtomicInteger());
  }

  @Override
  public String title() {
    return "script";
  }

  @Override
  public String product() {
    return "Script";
  }

  @Override
  public Origin origin() {
    return Origin.PROCESS;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public Launch prepare(Path folder, BrokerRequest request) throws IOException {
    starts.incrementAndGet();
    Path file = Files.writeString(folder.resolve("script"), script);
    return new Launch(
        ChildCommand.endingBySignal(List.of("/bin/sh", file.toString())),
        Readiness.line(Pattern.compile("^ready (?<version>\\S+)", Pattern.MULTILINE)),
        Map.of(Listener.MQTT, request.port().orElse(port)),
        Access.OPEN);
  }
}
