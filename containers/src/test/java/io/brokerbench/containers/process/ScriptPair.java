package io.brokerbench.containers.process;

import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pair of shell scripts.
 *
 * @param first script of the node that is started first
 * @param second script of the other one
 * @param port that both would listen on
 */
record ScriptPair(String first, String second, int port) implements ProcessRecipe {

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
    return Set.of(Capability.HIGH_AVAILABILITY);
  }

  @Override
  public Launch prepare(Path folder, BrokerRequest request) throws IOException {
    return launch(first, folder, request);
  }

  @Override
  public List<Launch> preparePair(List<Path> folders, BrokerRequest request) throws IOException {
    return List.of(launch(first, folders.get(0), request), launch(second, folders.get(1), request));
  }

  private Launch launch(String script, Path folder, BrokerRequest request) throws IOException {
    return new ScriptRecipe(script, port, new AtomicInteger()).prepare(folder, request);
  }
}
