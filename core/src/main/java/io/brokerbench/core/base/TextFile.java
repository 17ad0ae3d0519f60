package io.brokerbench.core.base;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/** Files that a user names, read as text. */
public final class TextFile {

  /** Largest document of results that is read. */
  public static final int MAX_RESULT_BYTES = 256 << 20;

  private static final int BYTE_ORDER_MARK = 0xFEFF;
  private static final int TYPE = 0170000;
  private static final int CHARACTER_DEVICE = 0020000;
  private static final int BLOCK_DEVICE = 0060000;
  private static final int PIPE = 0010000;
  private static final List<Path> OF_PROCESSES = List.of(Path.of("/dev"), Path.of("/proc"));

  private TextFile() {}

  /**
   * Reads a file as UTF-8, or a pipe that a shell has opened, such as {@code /dev/stdin}.
   *
   * @param maxBytes most that is read: a pipe does not say how much will come
   * @throws IOException if it cannot be read, is larger, is a folder, a device or a named pipe, or
   *     is not UTF-8; {@link #reason} has it in words
   */
  public static String read(Path file, int maxBytes) throws IOException {
    requireEnd(file);
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(maxBytes + 1);
    }
    if (bytes.length > maxBytes) {
      throw new FileSystemException(file.toString(), null, "over " + size(maxBytes));
    }
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  /**
   * Opens a file as UTF-8 line by line, however large it is; a mark of the byte order before the
   * first line is left out.
   *
   * @throws IOException if it cannot be read, is a folder, a device or a named pipe; {@link
   *     #reason} has it in words
   */
  public static BufferedReader open(Path file) throws IOException {
    requireEnd(file);
    BufferedReader reader = Files.newBufferedReader(file);
    try {
      reader.mark(1);
      if (reader.read() != BYTE_ORDER_MARK) {
        reader.reset();
      }
      return reader;
    } catch (IOException e) {
      reader.close();
      throw e;
    }
  }

  private static void requireEnd(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a folder");
    }
    int type = type(file);
    if (type == CHARACTER_DEVICE || type == BLOCK_DEVICE) {
      throw new FileSystemException(file.toString(), null, "is a device");
    }
    if (type == PIPE && OF_PROCESSES.stream().noneMatch(file.toAbsolutePath()::startsWith)) {
      throw new FileSystemException(
          file.toString(), null, "is a named pipe, which may never end: give it as /dev/stdin");
    }
  }

  /**
   * Reads a document of results.
   *
   * @throws DefinitionException if it cannot be read; the message names it
   */
  public static String readResult(Path file) {
    try {
      return read(file, MAX_RESULT_BYTES);
    } catch (IOException e) {
      throw new DefinitionException(file + ": " + reason(e), e);
    }
  }

  /**
   * A file whose text is not UTF-8, with the first line that is not, from 1; without a line where
   * it cannot be read again, as a pipe.
   */
  public static String placeNotUtf8(Path file) {
    if (!Files.isRegularFile(file)) {
      return file.toString();
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      for (int line = 1; ; line++) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int next = in.read();
        for (; next >= 0 && next != '\n'; next = in.read()) {
          bytes.write(next);
        }
        if (!isUtf8(bytes.toByteArray())) {
          return file + ":" + line;
        }
        if (next < 0) {
          return file.toString();
        }
      }
    } catch (IOException e) {
      return file.toString();
    }
  }

  /** Of a whole line: no character has a part that is the end of a line. */
  private static boolean isUtf8(byte[] line) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static String size(int bytes) {
    return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : (bytes >> 10) + " KiB";
  }

  /** Type of a file as Unix has it; 0 on other systems. */
  private static int type(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? (Integer) Files.getAttribute(file, "unix:mode") & TYPE
        : 0;
  }

  /** The same with the file's name, where the error has it. */
  public static String named(IOException error) {
    return error instanceof FileSystemException known && known.getFile() != null
        ? known.getFile() + ": " + reason(error)
        : reason(error);
  }

  /** Why a file cannot be read or written, in words to follow its name and a colon. */
  public static String reason(IOException error) {
    if (error instanceof CharacterCodingException) {
      return "not text in UTF-8";
    }
    if (error instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (error instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (error instanceof NotDirectoryException) {
      return "in what is no folder";
    }
    if (error instanceof FileAlreadyExistsException) {
      return "there is a file of this name";
    }
    if (error instanceof FileSystemException known) {
      return known.getReason() == null ? "not possible" : known.getReason();
    }
    return "input or output fails: "
        + String.valueOf(error.getMessage()).lines().findFirst().orElse("");
  }
}
