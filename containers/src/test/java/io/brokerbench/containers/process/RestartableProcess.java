package io.brokerbench.containers.process;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.testkit.kit.RestartableBroker;
import java.io.IOException;
import java.util.Optional;

/** A broker whose process is started anew in its folder, for the compatibility kit. */
public final class RestartableProcess implements RestartableBroker {

  private final ProcessRecipe recipe;
  private final OwnedProcess owned;
  private Broker broker;

  private RestartableProcess(ProcessRecipe recipe) throws IOException {
    this.recipe = recipe;
    this.owned = OwnedProcess.create("restartable", Optional.empty());
  }

  /** Starts one. */
  public static RestartableProcess start(ProcessRecipe recipe)
      throws BrokerException, InterruptedException {
    try {
      RestartableProcess process = new RestartableProcess(recipe);
      process.start();
      return process;
    } catch (IOException e) {
      throw new BrokerException(e.getMessage(), e);
    }
  }

  private void start() throws BrokerException, IOException, InterruptedException {
    broker = new BrokerStarter().startIn(owned, recipe, BrokerRequest.of(recipe.title()));
  }

  @Override
  public Broker broker() {
    return broker;
  }

  @Override
  public void killAndRestart() throws BrokerException, InterruptedException {
    owned.process().destroyForcibly().waitFor();
    try {
      start();
    } catch (IOException e) {
      throw new BrokerException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    owned.kill();
  }
}
