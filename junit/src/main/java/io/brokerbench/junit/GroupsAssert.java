package io.brokerbench.junit;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.Verdict;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/** What has to come of a run of several groups, whose verdict is the gravest of theirs. */
public final class GroupsAssert extends AbstractAssert<GroupsAssert, MeasuredGroups> {

  GroupsAssert(MeasuredGroups groups) {
    super(groups, GroupsAssert.class);
    if (groups != null) {
      InvalidRuns.abort(groups);
    }
  }

  /** The verdict of each group is OK, and none crosses a threshold. */
  public GroupsAssert isOk() {
    isNotNull();
    Verdict verdict = actual.result().verdict();
    if (verdict.status() != Verdict.Status.OK) {
      fail("is %s: %s".formatted(verdict.status(), String.join("; ", verdict.reasons())));
    }
    String crossed =
        actual.result().crossed().stream()
            .map(check -> "%s: %s".formatted(check.getKey(), AssertionText.of(check.getValue())))
            .collect(Collectors.joining("; "));
    if (!crossed.isEmpty()) {
      fail("crosses a threshold: " + crossed);
    }
    return this;
  }

  /** Every message that a group has sent has arrived, whatever the QoS allows. */
  public GroupsAssert losesNothing() {
    isNotNull();
    actual.groups().forEach(run -> new RunAssert(run).losesNothing());
    return this;
  }

  /** No message of a group came twice, whatever the QoS allows. */
  public GroupsAssert duplicatesNothing() {
    isNotNull();
    actual.groups().forEach(run -> new RunAssert(run).duplicatesNothing());
    return this;
  }

  /**
   * One group, of which all can be asserted as of a run.
   *
   * @throws io.brokerbench.core.base.DefinitionException if there is no group of that name
   * @throws org.opentest4j.TestAbortedException if its run says nothing about the broker
   */
  public RunAssert group(String name) {
    isNotNull();
    return new RunAssert(actual.group(name));
  }

  private void fail(String what) {
    failWithMessage(
        "%s",
        AssertionText.subject(actual)
            + " "
            + NumberText.plain(what)
            + "; results in "
            + actual.folder());
  }
}
