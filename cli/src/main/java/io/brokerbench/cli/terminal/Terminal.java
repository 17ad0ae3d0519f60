package io.brokerbench.cli.terminal;

import io.brokerbench.core.base.NumberText;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where text goes, and what can be shown there.
 *
 * @param out for results
 * @param err for everything else
 * @param live whether {@code err} is a terminal whose lines can be written over
 * @param colour whether {@code out} is a terminal that shows colours, and they are wanted
 * @param unicode whether both show more than ASCII
 */
public record Terminal(
    PrintStream out, PrintStream err, boolean live, boolean colour, boolean unicode) {

  /** Property that holds 1 if standard output is a terminal, and 2 if standard error is. */
  private static final String TERMINALS = "brokerbench.terminals";

  /** That of this process. */
  public static Terminal system() {
    Map<String, String> environment = System.getenv();
    boolean capable = !"dumb".equals(environment.get("TERM"));
    boolean colour = capable && isTerminal(1) && environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(System.out, System.err, capable && isTerminal(2), colour, isUnicode());
  }

  /** Writes a line to {@link #err}. */
  public void say(String line) {
    err.println(shown(line));
    err.flush();
  }

  /** Writes text to {@link #out}, as it is. */
  public void result(String text) {
    out.print(text);
    out.flush();
  }

  /** Writes a document to {@link #out}: UTF-8, whatever the terminal's own encoding is. */
  public void document(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, bytes.length);
    out.flush();
  }

  /** The text in characters that can be shown. */
  public String shown(String text) {
    return unicode ? text : NumberText.plain(text);
  }

  public PrintWriter outWriter() {
    return writer(out);
  }

  public PrintWriter errWriter() {
    return writer(err);
  }

  private PrintWriter writer(PrintStream stream) {
    Charset charset = unicode ? StandardCharsets.UTF_8 : StandardCharsets.US_ASCII;
    return new PrintWriter(new OutputStreamWriter(stream, charset), true);
  }

  /**
   * Java cannot distinguish a terminal from a pipe; the launch script can, and passes on which are.
   */
  private static boolean isTerminal(int descriptor) {
    return System.getProperty(TERMINALS, "").contains(Integer.toString(descriptor));
  }

  private static boolean isUnicode() {
    String encoding =
        System.getProperty("stdout.encoding", System.getProperty("native.encoding", ""));
    return "UTF-8".equalsIgnoreCase(encoding);
  }
}
