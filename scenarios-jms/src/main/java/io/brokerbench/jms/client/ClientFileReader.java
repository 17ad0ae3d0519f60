package io.brokerbench.jms.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.base.ShippedJars;
import io.brokerbench.core.definition.LocatedTree;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads files of clients, and loads what they name. What is wrong is refused with a {@link
 * DefinitionException} of one line, with the file, the field and its value: a key that does not
 * exist, a jar that is not there, a class that is no factory, a property that it does not have.
 */
public final class ClientFileReader {

  /** Those that ship with the tool; each is the name of a resource, without its ending. */
  public static final List<String> SHIPPED = List.of("artemis-core", "openwire");

  private static final String WHAT = "JMS client";

  private ClientFileReader() {}

  /**
   * Reads a file.
   *
   * @throws DefinitionException if there is no such file, or no client in it
   */
  public static ClientLibrary read(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return ScenarioCodec.readOther(
        file, WHAT, (tree, mapper) -> load(tree, mapper, folder, ShippedJars.ofThisJvm()));
  }

  /**
   * One that ships with the tool.
   *
   * @throws DefinitionException if there is none of that name
   */
  public static ClientLibrary shipped(String name) {
    if (!SHIPPED.contains(name)) {
      throw new DefinitionException(
          "no JMS client " + name + NearestName.hintOrList(name, SHIPPED));
    }
    return ScenarioCodec.readOther(
        text(name),
        ScenarioFormat.YAML,
        name + ".yaml",
        WHAT,
        (tree, mapper) -> load(tree, mapper, Path.of(""), ShippedJars.ofThisJvm()));
  }

  /** What lists say of one that ships with the tool; its jars are left alone. */
  public static ClientFile describe(String name) {
    return ScenarioCodec.readOther(
        text(name),
        ScenarioFormat.YAML,
        name + ".yaml",
        WHAT,
        (tree, mapper) -> ScenarioCodec.bind(tree, mapper, ClientFile.class, WHAT));
  }

  private static String text(String name) {
    try (InputStream in = ClientFileReader.class.getResourceAsStream(name + ".yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ClientLibrary load(
      LocatedTree tree, ObjectMapper mapper, Path folder, ShippedJars jars)
      throws JsonProcessingException {
    ClientFile file = ScenarioCodec.bind(tree, mapper, ClientFile.class, WHAT);
    return new ClientFileCheck(tree, file, folder, jars).load();
  }
}
