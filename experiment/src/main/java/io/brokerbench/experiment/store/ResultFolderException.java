package io.brokerbench.experiment.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Results that cannot be kept: no space, no right to write, no such folder.
 *
 * <p>The message is one line for a person. The command line ends with exit code 3.
 */
public final class ResultFolderException extends Exception {

  private static final long serialVersionUID = 1L;

  /** A line for a person. */
  public ResultFolderException(String message) {
    super(message);
  }

  /** Says what could not be written, and why. */
  public ResultFolderException(Path path, IOException cause) {
    super("cannot write the results to " + path + ": " + reason(cause), cause);
  }

  /** Says which folder for results could not be made or written to, and why. */
  static ResultFolderException ofFolder(Path folder, IOException cause) {
    Path whole = folder.toAbsolutePath().normalize();
    return Files.isDirectory(whole)
        ? new ResultFolderException("cannot write to " + whole + ": " + reason(cause), cause)
        : new ResultFolderException(
            "cannot create the results folder "
                + whole
                + ": "
                + (cause instanceof NoSuchFileException
                    ? "no folder can be made there"
                    : reason(cause)),
            cause);
  }

  private ResultFolderException(String message, IOException cause) {
    super(message, cause);
  }

  private static String reason(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (cause instanceof NoSuchFileException) {
      return "the folder is gone";
    }
    if (cause instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " is not a folder";
    }
    if (cause instanceof FileSystemException file && file.getReason() != null) {
      return file.getReason();
    }
    return Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
  }
}
