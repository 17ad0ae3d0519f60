package io.brokerbench.experiment.document;

import static java.util.stream.Collectors.joining;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EntityTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.StartElementTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The Javadoc of records and enums, read from their sources, as sentences in Markdown. */
final class Javadocs {

  private static final List<Path> SOURCES =
      Stream.of("core", "experiment", "kit")
          .map(module -> Path.of("..", module, "src", "main", "java"))
          .toList();

  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  private final Map<String, DocCommentTree> comments = new HashMap<>();
  private final Set<Path> read = new HashSet<>();

  /** That of a type; null where it has none. */
  String of(Class<?> type) {
    return comment(type, "").map(comment -> text(comment.getFullBody())).orElse(null);
  }

  /** That of a record's component. */
  String of(Class<?> type, String component) {
    return comment(type, "").stream()
        .flatMap(comment -> comment.getBlockTags().stream())
        .filter(ParamTree.class::isInstance)
        .map(ParamTree.class::cast)
        .filter(param -> param.getName().getName().contentEquals(component))
        .map(param -> sentence(text(param.getDescription())))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(type + " says nothing of " + component));
  }

  /** That of an enum's constant. */
  String of(Enum<?> constant) {
    return comment(constant.getDeclaringClass(), "#" + constant.name())
        .map(comment -> text(comment.getFullBody()))
        .orElse("");
  }

  private static String sentence(String text) {
    String start = text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    return start.endsWith(".") ? start : start + ".";
  }

  private Optional<DocCommentTree> comment(Class<?> type, String member) {
    Class<?> top = type;
    while (top.getEnclosingClass() != null) {
      top = top.getEnclosingClass();
    }
    String file = top.getName().replace('.', '/') + ".java";
    SOURCES.stream()
        .map(source -> source.resolve(file))
        .filter(Files::exists)
        .filter(read::add)
        .forEach(this::read);
    return Optional.ofNullable(comments.get(type.getCanonicalName() + member));
  }

  private void read(Path file) {
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(null, files, null, null, null, files.getJavaFileObjects(file));
      DocTrees trees = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new Reader(trees).scan(unit, unit.getPackageName().toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Reader extends TreePathScanner<Void, String> {
    private final DocTrees trees;

    Reader(DocTrees trees) {
      this.trees = trees;
    }

    @Override
    public Void visitClass(ClassTree type, String parent) {
      String name = parent + "." + type.getSimpleName();
      keep(name);
      return super.visitClass(type, name);
    }

    @Override
    public Void visitVariable(VariableTree field, String type) {
      keep(type + "#" + field.getName());
      return null;
    }

    private void keep(String name) {
      DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
      if (comment != null) {
        comments.put(name, comment);
      }
    }
  }

  private static String text(List<? extends DocTree> parts) {
    return parts.stream().map(Javadocs::text).collect(joining()).replaceAll(" *\n *", "\n").strip();
  }

  private static String text(DocTree part) {
    return switch (part.getKind()) {
      case TEXT -> ((TextTree) part).getBody().replaceAll("\\s+", " ");
      case CODE -> code(((LiteralTree) part).getBody().getBody().strip().replaceAll("\\s+", " "));
      case LINK, LINK_PLAIN -> link((LinkTree) part);
      case ENTITY -> entity((EntityTree) part);
      case START_ELEMENT -> element((StartElementTree) part);
      case END_ELEMENT, VALUE -> "";
      default -> throw new IllegalStateException("unexpected in a description: " + part);
    };
  }

  private static String link(LinkTree link) {
    String label = text(link.getLabel());
    String name = link.getReference().getSignature().replaceAll(".*[#.]", "");
    return label.isEmpty() ? code(name) : label;
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static String entity(EntityTree entity) {
    return switch (entity.getName().toString()) {
      case "lt" -> "<";
      case "gt" -> ">";
      case "amp" -> "&";
      default -> throw new IllegalStateException("unexpected in a description: " + entity);
    };
  }

  private static String element(StartElementTree element) {
    return switch (element.getName().toString()) {
      case "p" -> "\n\n";
      case "li" -> "\n- ";
      default -> "";
    };
  }
}
