package io.brokerbench.cli.terminal;

import io.brokerbench.core.base.NumberText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi;

/** Where text goes, and what can be shown there. */
public final class Terminal {

  /** Property that holds 1 if standard output is a terminal, and 2 if standard error is. */
  private static final String TERMINALS = "brokerbench.terminals";

  private final ResultOutput results;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean live;
  private final boolean unicode;
  private final int columns;
  private boolean colour;
  private boolean quiet;

  /** When colours are used. */
  public enum Color {
    auto,
    always,
    never
  }

  /**
   * A terminal, or something else that text goes to.
   *
   * @param out for results
   * @param err for everything else
   * @param live whether {@code err} is a terminal whose lines can be written over
   * @param colour whether {@code out} is a terminal that shows colours, and they are wanted
   * @param unicode whether both show more than ASCII
   * @param columns how many characters a line has
   */
  public Terminal(
      OutputStream out,
      PrintStream err,
      boolean live,
      boolean colour,
      boolean unicode,
      int columns) {
    this.results = new ResultOutput(out);
    this.out = new PrintStream(results, false, unicode ? StandardCharsets.UTF_8 : ownCharset());
    this.err = err;
    this.live = live;
    this.colour = colour;
    this.unicode = unicode;
    this.columns = columns;
  }

  /** That of this process, whose standard output says why it cannot be written. */
  public static Terminal ofProcess() {
    return of(new FileOutputStream(FileDescriptor.out));
  }

  /** The same for a caller in this JVM, who may have set {@link System#out}. */
  public static Terminal system() {
    return of(System.out);
  }

  private static Terminal of(OutputStream out) {
    Map<String, String> environment = System.getenv();
    boolean capable = !"dumb".equals(environment.get("TERM"));
    boolean colour = capable && isTerminal(1) && environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(
        out,
        System.err,
        capable && isTerminal(2),
        colour,
        isUnicode(),
        Columns.of(environment, isTerminal(1) || isTerminal(2)));
  }

  /** For everything else. */
  public PrintStream err() {
    return err;
  }

  /** Whether {@link #err} is a terminal whose lines can be written over. */
  public boolean live() {
    return live;
  }

  /** Whether {@link #out} shows colours, and they are wanted. */
  public boolean colour() {
    return colour;
  }

  /** Whether both show more than ASCII. */
  public boolean unicode() {
    return unicode;
  }

  /** How many characters a line has. */
  public int columns() {
    return columns;
  }

  /** Decides whether colours are used; {@code auto} leaves it at what the terminal is. */
  public void color(Color when) {
    if (when != Color.auto) {
      colour = when == Color.always;
    }
  }

  /** Whether help has colours. */
  public Ansi ansi() {
    return colour ? Ansi.ON : Ansi.OFF;
  }

  /** Writes a line of progress to {@link #err}, unless it is to be quiet. */
  public void say(String line) {
    if (!quiet) {
      sayAlways(line);
    }
  }

  /** Writes a line to {@link #err}. */
  public void sayAlways(String line) {
    err.println(shown(line));
    err.flush();
  }

  /** Writes an error or a warning to {@link #err}. */
  public void warn(String line) {
    sayAlways("brokerbench: " + line);
  }

  /** Whether it writes no progress. */
  public boolean quiet() {
    return quiet;
  }

  /** Writes no progress from now on. */
  public void beQuiet() {
    quiet = true;
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

  /** Why something written to {@link #out} was lost, such as a full disk; empty where all went. */
  public Optional<String> lostResults() {
    out.flush();
    return results.problem();
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
    return ownCharset().equals(StandardCharsets.UTF_8);
  }

  /** That of this process's terminal; ASCII where it is not known. */
  private static Charset ownCharset() {
    String encoding =
        System.getProperty("stdout.encoding", System.getProperty("native.encoding", ""));
    try {
      return Charset.forName(encoding);
    } catch (IllegalArgumentException e) {
      return StandardCharsets.US_ASCII;
    }
  }
}
