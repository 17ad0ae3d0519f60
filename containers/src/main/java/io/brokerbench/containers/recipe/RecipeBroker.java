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
import io.brokerbench.core.recipe.RecipeImage;
import io.brokerbench.core.recipe.RecipeReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Starts what one recipe describes, which is read when it is needed. */
public class RecipeBroker implements BrokerProvider {

  private final String name;
  private final Supplier<Recipe> reader;
  private final Optional<Path> file;
  private final Optional<String> image;
  private Recipe recipe;

  /**
   * One of a recipe that ships with the tool.
   *
   * @param name by which selectors name it
   * @param shipped name of the recipe
   */
  public RecipeBroker(String name, String shipped) {
    this(name, () -> ShippedRecipes.named(shipped), Optional.empty(), Optional.empty());
  }

  /**
   * One of a file.
   *
   * @param name by which messages name it
   */
  RecipeBroker(String name, Path file) {
    this(name, () -> RecipeReader.read(file), Optional.of(file), Optional.empty());
  }

  /** One of an image that takes the place of the recipe's, where there is one. */
  private RecipeBroker(
      String name, Supplier<Recipe> reader, Optional<Path> file, Optional<String> image) {
    this.name = name;
    this.reader = reader;
    this.file = file;
    this.image = image;
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
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    String words = recipe().description().orElse(recipe().title());
    return recipe().tested().isPresent() ? words : words + " (untested)";
  }

  @Override
  public final String title(String selector) {
    return image().map(started -> "a container of " + started).orElseGet(() -> recipe().title());
  }

  @Override
  public final Optional<String> image(String selector) {
    return image();
  }

  private Optional<String> image() {
    return image.or(() -> recipe().image().map(RecipeImage::name));
  }

  /** Its own name, whatever the options; and any selector of a file, as it was written. */
  @Override
  public final boolean accepts(String selector) {
    return file.isPresent()
        ? selector.startsWith(RecipeProvider.PREFIX)
            && ScenarioFormat.fileOf(stem(selector)).equals(file)
        : name.equals(SelectorQuery.stem(selector));
  }

  private static String stem(String selector) {
    return SelectorQuery.stem(selector).substring(RecipeProvider.PREFIX.length());
  }

  /**
   * Checks what the selector asks for.
   *
   * @throws DefinitionException if that, or the recipe, is wrong
   */
  @Override
  public final BrokerProvider of(String selector) {
    Recipe read = recipe();
    if (SelectorQuery.stem(selector).equals(selector)) {
      return this;
    }
    try {
      Optional<String> asked = RecipeOptions.of(selector, read).image();
      return asked.isPresent() ? new RecipeBroker(name, () -> read, file, asked) : this;
    } catch (BrokerException e) {
      return this; // a program is not installed, which its start will say
    }
  }

  @Override
  public final Set<Capability> capabilities() {
    return image()
        .map(started -> RecipeContainer.claims(recipe(), started))
        .orElseGet(() -> Set.copyOf(recipe().capabilities()));
  }

  @Override
  public final Set<Deviation> deviations() {
    return Set.copyOf(recipe().deviations().orElse(List.of()));
  }

  @Override
  public final List<String> traps() {
    return recipe().traps().orElse(List.of());
  }

  @Override
  public final boolean takesLimits() {
    return recipe().image().isPresent();
  }

  @Override
  public final Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
    return start(request, "");
  }

  /**
   * Starts it with more lines of its configuration.
   *
   * @param more that stand behind all others
   */
  public final Broker start(BrokerRequest request, String more)
      throws BrokerException, InterruptedException {
    RecipeOptions options = RecipeOptions.of(request.selector(), recipe()).with(more);
    if (recipe().image().isEmpty()) {
      return new BrokerStarter()
          .start(new RecipeProcess(recipe(), options, file, Executables.INSTALLED), request);
    }
    String started = options.image().or(this::image).orElseThrow();
    return RecipeContainer.alone(name, recipe(), started, options).start(request);
  }
}
