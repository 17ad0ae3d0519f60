package io.brokerbench.cli.terminal;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.TextFile;
import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Arguments in files: {@code @FILE} stands for the words in it, as picocli defines them, quoted
 * where they have blanks, with comments from {@code #} on. {@code @@} is an {@code @} itself.
 *
 * <p>picocli would read a device until memory ends.
 */
public final class ArgumentFiles {

  private static final int MAX_BYTES = 1 << 20;

  private ArgumentFiles() {}

  /**
   * All words. One that names no file stays as it is.
   *
   * @throws DefinitionException if a file cannot be read, or is a device or larger than a megabyte
   */
  public static String[] expand(String... arguments) {
    List<String> words = new ArrayList<>();
    for (String argument : arguments) {
      add(argument, words, new HashSet<>());
    }
    return words.toArray(String[]::new);
  }

  private static void add(String word, List<String> words, Set<Path> within) {
    Path file = word.length() > 1 && word.startsWith("@") ? Path.of(word.substring(1)) : null;
    if (word.startsWith("@@")) {
      words.add(word.substring(1));
    } else if (file == null || !Files.exists(file)) {
      words.add(word);
    } else if (within.add(file.toAbsolutePath())) { // or it would hold itself
      wordsOf(file).forEach(inner -> add(inner, words, within));
      within.remove(file.toAbsolutePath());
    }
  }

  private static List<String> wordsOf(Path file) {
    try {
      StreamTokenizer tokens =
          new StreamTokenizer(new StringReader(TextFile.read(file, MAX_BYTES)));
      tokens.resetSyntax();
      tokens.wordChars(' ' + 1, Character.MAX_VALUE);
      tokens.whitespaceChars(0, ' ');
      tokens.quoteChar('"');
      tokens.quoteChar('\'');
      tokens.commentChar('#');
      List<String> words = new ArrayList<>();
      while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
        words.add(tokens.sval);
      }
      return words;
    } catch (IOException e) {
      throw new DefinitionException("@" + file + ": " + TextFile.reason(e), e);
    }
  }
}
