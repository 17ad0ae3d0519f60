package io.brokerbench.containers.recipe;

import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.definition.ScenarioFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code recipe:FILE.yaml}, or {@code recipe:NAME} for one that ships with the tool. */
public final class RecipeProvider implements BrokerProvider {

  static final String PREFIX = "recipe:";
  private static final String ANY = "recipe:FILE.yaml";

  /** For the service loader. */
  public RecipeProvider() {}

  @Override
  public String name() {
    return ANY;
  }

  @Override
  public String description() {
    return "any program or image that a file describes: its arguments and configuration as"
        + " templates, what it can do, what it reports";
  }

  @Override
  public boolean accepts(String selector) {
    return selector.startsWith(PREFIX);
  }

  /** What a file claims is known with the file. */
  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public List<BrokerProvider> listed() {
    List<BrokerProvider> all = new ArrayList<>();
    ShippedRecipes.NAMES.forEach(name -> all.add(new RecipeBroker(PREFIX + name, name)));
    all.add(this);
    return all;
  }

  @Override
  public BrokerProvider of(String selector) {
    String stem = SelectorQuery.stem(selector).substring(PREFIX.length());
    Optional<Path> file = ScenarioFormat.fileOf(stem);
    String name = file.map(RecipeProvider::nameOf).orElse(stem);
    RecipeBroker one =
        file.isPresent()
            ? new RecipeBroker(PREFIX + name, file.get())
            : new RecipeBroker(PREFIX + name, name);
    return one.of(selector); // what is wrong with it is said at once
  }

  /** Without its folder and its ending. */
  private static String nameOf(Path file) {
    return file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
  }

  @Override
  public Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
    return of(request.selector()).start(request);
  }
}
