package io.brokerbench.experiment.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.store.ResultFolder;
import io.brokerbench.experiment.store.ResultFolderException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Where a study's cells are kept: {@code results/study-NAME/cells/}, a folder for each.
 *
 * <p>A cell's folder is filled under another name and renamed when it is complete, so that however
 * the process ends, a cell is there as a whole or not at all. One process at a time has a folder
 * open. Belongs to one thread.
 */
public final class StudyFolder implements AutoCloseable {

  private static final String CELL = "cell.json";
  private static final String DEVICES = "devices.txt";
  private static final String UNFINISHED = ".part";
  private static final String REPLACED = ".old";

  private final Path path;
  private final Path cells;
  private final FileChannel lockFile;

  private StudyFolder(Path path, FileChannel lockFile) {
    this.path = path;
    this.cells = path.resolve("cells");
    this.lockFile = lockFile;
  }

  /**
   * Opens the folder of a study; made where it is missing. What an earlier process left unfinished
   * is removed.
   *
   * @param out folder to make it in
   * @param study name of the study
   * @throws ResultFolderException if it cannot be written, or another process has it open
   */
  public static StudyFolder open(Path out, String study) throws ResultFolderException {
    Path path = out.resolve("study-" + study);
    try {
      Files.createDirectories(path.resolve("cells"));
      FileChannel file =
          FileChannel.open(
              path.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      StudyFolder folder = new StudyFolder(path, file);
      try {
        folder.lock();
        ResultFolder.requireSpace(path);
        folder.tidy();
        return folder;
      } catch (IOException | ResultFolderException e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }

  /**
   * With how many devices a study was begun whose size is what this machine carries: with so many
   * it goes on, although the machine has more or less memory now. Empty where nothing says so.
   *
   * @param out folder that the study's folder is in
   * @param study name of the study
   */
  public static OptionalInt devices(Path out, String study) {
    try {
      Path file = out.resolve("study-" + study).resolve(DEVICES);
      return OptionalInt.of(Integer.parseInt(Files.readString(file).strip()));
    } catch (IOException | NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  /**
   * Keeps with how many devices a study was begun.
   *
   * @throws ResultFolderException if that fails
   */
  public void keepDevices(int devices) throws ResultFolderException {
    write(DEVICES, devices + "\n");
  }

  private void lock() throws IOException, ResultFolderException {
    FileLock lock;
    try {
      lock = lockFile.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new ResultFolderException(
          path
              + " is in use: another process works on this study; wait for it, or use another"
              + " folder");
    }
  }

  private void tidy() throws IOException {
    for (Path folder : folders()) {
      String name = folder.getFileName().toString();
      if (name.endsWith(UNFINISHED)) {
        remove(folder);
      } else if (name.endsWith(REPLACED)) {
        Path finished = sibling(folder, name.substring(0, name.length() - REPLACED.length()));
        if (Files.exists(finished)) {
          remove(folder);
        } else {
          Files.move(folder, finished, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    }
  }

  private static Path sibling(Path folder, String name) {
    return folder.resolveSibling(name);
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /**
   * The cells that are finished, in no order.
   *
   * @throws ResultFolderException if one cannot be read
   */
  public List<StudyCell> cells() throws ResultFolderException {
    try {
      List<StudyCell> finished = new ArrayList<>();
      for (Path folder : folders()) {
        Path file = folder.resolve(CELL);
        if (Files.exists(file)) {
          finished.add(read(file));
        }
      }
      return finished;
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }

  private static StudyCell read(Path file) throws IOException, ResultFolderException {
    try {
      return Json.mapper().readValue(Files.readString(file), StudyCell.class);
    } catch (JsonProcessingException e) {
      throw new ResultFolderException(
          "%s: not a cell that this version has written: %s; remove its folder to measure it again"
              .formatted(file, JsonProblem.of(e)));
    }
  }

  /** From a cell's folder on, as its document names it. */
  static String named(CellKey key) {
    return "cells/" + key.folder();
  }

  /**
   * An empty folder for what a cell writes.
   *
   * @throws ResultFolderException if it cannot be made
   */
  public Path begin(CellKey key) throws ResultFolderException {
    Path folder = cells.resolve(key.folder() + UNFINISHED);
    try {
      if (Files.exists(folder)) {
        remove(folder);
      }
      return Files.createDirectory(folder);
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }

  /**
   * Keeps a cell, with what {@link #begin} gave the folder for.
   *
   * @throws ResultFolderException if that fails
   */
  public void keep(StudyCell cell) throws ResultFolderException {
    Path part = cells.resolve(cell.key().folder() + UNFINISHED);
    Path folder = cells.resolve(cell.key().folder());
    try {
      Files.writeString(
          part.resolve(CELL),
          Json.mapper().writeValueAsString(cell) + "\n",
          StandardCharsets.UTF_8);
      if (Files.exists(folder)) {
        Path old = cells.resolve(cell.key().folder() + REPLACED);
        Files.move(folder, old, StandardCopyOption.ATOMIC_MOVE);
        Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
        remove(old);
      } else {
        Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }

  /** Forgets a cell that was begun. */
  public void drop(CellKey key) throws ResultFolderException {
    try {
      Path part = cells.resolve(key.folder() + UNFINISHED);
      if (Files.exists(part)) {
        remove(part);
      }
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }

  /**
   * Writes a file of the study, as a whole.
   *
   * @throws ResultFolderException if that fails
   */
  public void write(String name, String content) throws ResultFolderException {
    try {
      Path part = path.resolve(name + UNFINISHED);
      Files.writeString(part, content, StandardCharsets.UTF_8);
      Files.move(
          part,
          path.resolve(name),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> found = Files.list(cells)) {
      return found.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Lets others have it. */
  @Override
  public void close() throws ResultFolderException {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new ResultFolderException(path, e);
    }
  }
}
