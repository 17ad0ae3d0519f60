package io.brokerbench.cli.help;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The section of the options in a command's help: one list, or one for each group. Of those most
 * used, those that are required come first, and then those with a short form.
 */
public final class GroupedOptions {

  /** Options that one list may have. */
  private static final int MOST_IN_ONE_LIST = 14;

  /** Where lines are broken though no word ends there. */
  private static final Pattern WITHIN_A_WORD = Pattern.compile("([/:.])(?=\\S)");

  /** A blank of no width, at which no line is broken. */
  private static final String GLUE = "\ufeff";

  private GroupedOptions() {}

  /** Makes a command and its subcommands show their options so. */
  public static void showIn(CommandLine command) {
    command.setHelpFactory(Unbroken::new);
    Map<String, IHelpSectionRenderer> sections = command.getHelpSectionMap();
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, help -> "");
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, GroupedOptions::list);
    command.setHelpSectionMap(sections);
  }

  /** The group that an option declares. */
  public static Optional<HelpGroup> of(OptionSpec option) {
    Object declared = option.root() == null ? option.userObject() : option.root().userObject();
    if (declared instanceof DeclaredSetting setting) {
      return Optional.of(setting.group());
    }
    if (declared instanceof AnnotatedElement element && declared instanceof Member member) {
      return Optional.ofNullable(element.getAnnotation(Grouped.class))
          .or(() -> Optional.ofNullable(member.getDeclaringClass().getAnnotation(Grouped.class)))
          .map(Grouped::value);
    }
    return Optional.empty();
  }

  /** Whether a command has so many options that its help shows them in groups. */
  public static boolean isGrouped(CommandSpec command) {
    return visible(command).size() > MOST_IN_ONE_LIST;
  }

  private static List<OptionSpec> visible(CommandSpec command) {
    return command.options().stream().filter(option -> !option.hidden()).toList();
  }

  private static String list(Help help) {
    CommandSpec command = help.commandSpec();
    List<OptionSpec> options = visible(command);
    if (options.isEmpty()) {
      return "";
    }
    if (!isGrouped(command)) {
      return section(help, "Options", options);
    }
    Map<HelpGroup, List<OptionSpec>> groups = new EnumMap<>(HelpGroup.class);
    for (OptionSpec option : options) {
      groups
          .computeIfAbsent(of(option).orElse(HelpGroup.GENERAL), group -> new ArrayList<>())
          .add(option);
    }
    StringBuilder text = new StringBuilder();
    groups
        .getOrDefault(HelpGroup.MOST_USED, new ArrayList<>())
        .sort(
            Comparator.comparing((OptionSpec option) -> !option.required())
                .thenComparing(option -> option.shortestName().startsWith("--")));
    groups.forEach((group, members) -> text.append(section(help, group.title(), members)));
    return text.toString();
  }

  private static String section(Help help, String title, List<OptionSpec> options) {
    String list =
        help.optionListExcludingGroups(
            options, help.createDefaultLayout(), null, help.parameterLabelRenderer());
    return help.createHeading("%n%s:%n", title) + list.replace(GLUE, "");
  }

  /** Addresses and names of files stay in one line where they fit into one. */
  private static final class Unbroken extends Help {

    Unbroken(CommandSpec command, ColorScheme colors) {
      super(command, colors);
    }

    @Override
    public IOptionRenderer createDefaultOptionRenderer() {
      IOptionRenderer usual = super.createDefaultOptionRenderer();
      return (option, label, scheme) -> {
        Text[][] rows = usual.render(option, label, scheme);
        for (Text[] row : rows) {
          Text description = row[row.length - 1];
          String glued = WITHIN_A_WORD.matcher(description.plainString()).replaceAll("$1" + GLUE);
          row[row.length - 1] = scheme.ansi().new Text(glued, scheme);
        }
        return rows;
      };
    }
  }
}
