package io.brokerbench.containers.recipe;

import io.brokerbench.containers.JmsTopics;
import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.containers.process.BrokerStarter;
import io.brokerbench.containers.process.Executables;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

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
    return "any program that a file describes: its arguments and configuration as templates, what"
        + " it can do, what it reports";
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
    ShippedRecipes.NAMES.forEach(
        name ->
            all.add(new OfOne(PREFIX + name, () -> ShippedRecipes.named(name), Optional.empty())));
    all.add(this);
    return all;
  }

  @Override
  public BrokerProvider of(String selector) {
    String stem = SelectorQuery.stem(selector).substring(PREFIX.length());
    Optional<Path> file = ScenarioFormat.fileOf(stem);
    String name = file.map(RecipeProvider::nameOf).orElse(stem);
    OfOne one =
        new OfOne(
            PREFIX + name,
            () -> file.map(RecipeReader::read).orElseGet(() -> ShippedRecipes.named(name)),
            file);
    one.recipe(); // what is wrong with it is said at once
    return one;
  }

  /** Without its folder and its ending. */
  private static String nameOf(Path file) {
    return file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
  }

  @Override
  public Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
    return of(request.selector()).start(request);
  }

  /** Starts what one recipe describes, which is read when it is needed. */
  private static final class OfOne implements BrokerProvider {

    private final String name;
    private final Supplier<Recipe> reader;
    private final Optional<Path> file;
    private Recipe recipe;

    /**
     * One that has read nothing yet.
     *
     * @param file with the recipe; empty for one that ships with the tool
     */
    OfOne(String name, Supplier<Recipe> reader, Optional<Path> file) {
      this.name = name;
      this.reader = reader;
      this.file = file;
    }

    private synchronized Recipe recipe() {
      if (recipe == null) {
        recipe = named(reader.get());
      }
      return recipe;
    }

    /** Its names of topics in JMS are those of a product, of which the reader knows none. */
    private Recipe named(Recipe read) {
      try {
        read.jmsTopics().ifPresent(JmsTopics::named);
        return read;
      } catch (DefinitionException e) {
        throw new DefinitionException(name + ": " + e.named("jmsTopics").getMessage(), e);
      }
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      String words = recipe().description().orElse(recipe().title());
      return recipe().tested().isPresent() ? words : words + " (untested)";
    }

    @Override
    public String title(String selector) {
      return recipe().title();
    }

    /** Its own name, whatever the options; and any selector of a file, as it was written. */
    @Override
    public boolean accepts(String selector) {
      return file.isPresent()
          ? selector.startsWith(PREFIX) && ScenarioFormat.fileOf(stem(selector)).equals(file)
          : name.equals(SelectorQuery.stem(selector));
    }

    private static String stem(String selector) {
      return SelectorQuery.stem(selector).substring(PREFIX.length());
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.copyOf(recipe().capabilities());
    }

    @Override
    public Set<Deviation> deviations() {
      return Set.copyOf(recipe().deviations().orElse(List.of()));
    }

    @Override
    public List<String> traps() {
      return recipe().traps().orElse(List.of());
    }

    @Override
    public Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
      RecipeOptions options = RecipeOptions.of(request.selector(), recipe());
      return new BrokerStarter()
          .start(new RecipeProcess(recipe(), options, file, Executables.INSTALLED), request);
    }
  }
}
