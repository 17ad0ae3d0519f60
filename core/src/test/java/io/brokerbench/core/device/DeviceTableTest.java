package io.brokerbench.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.ClientIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTableTest {

  @TempDir private Path folder;

  private String file(String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n").toString();
  }

  private static DeviceTable read(String file) {
    return DeviceTable.read(file, 1_000_000);
  }

  private void refused(String message, String... lines) throws IOException {
    String file = file("d.csv", lines);
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(file + message);
  }

  @Test
  void aRowHasAnIdALoginAndFields() throws IOException {
    DeviceTable table =
        read(file("d.csv", "id,user,password,site", "a,u,\"p,1\",north", "b, , ,south"));

    assertThat(table.columns()).containsExactlyInAnyOrder("id", "user", "password", "site");
    assertThat(table.devices())
        .containsExactly(
            new Device("a", ClientIdentity.of(new Login("u", "p,1")), Map.of("site", "north")),
            new Device("b", ClientIdentity.COMMON, Map.of("site", "south")));
    assertThat(table.lines()).containsExactly(2, 3);
  }

  /** Else a password would be another one. */
  @Test
  void spacesAreAPartOfAValueAndNotOfAName() throws IOException {
    DeviceTable table =
        read(file("d.csv", "id, user,password ,site", "a,u, p ,\" n\"", "b,  ,,s ", "  "));

    assertThat(table.devices())
        .containsExactly(
            new Device("a", ClientIdentity.of(new Login("u", " p ")), Map.of("site", " n")),
            new Device("b", ClientIdentity.COMMON, Map.of("site", "s ")));
  }

  @Test
  void jsonLinesSayTheSame() throws IOException {
    String csv = file("d.csv", "id,user,password,site,n", "a,u,p,north,1", "b,,,south,2.5");
    String json =
        file(
            "d.jsonl",
            "{\"id\": \"a\", \"user\": \"u\", \"password\": \"p\", \"site\": \"north\", \"n\": 1}",
            "",
            "{\"id\": \"b\", \"site\": \"south\", \"n\": 2.5, \"user\": null}");

    assertThat(read(json).devices()).isEqualTo(read(csv).devices());
    assertThat(read(json).lines()).containsExactly(1, 3);
  }

  @Test
  void aTokenIsThePasswordOfTheClientId() throws IOException {
    assertThat(read(file("d.csv", "id,token", "a,secret")).devices().get(0).identity().login())
        .contains(new Login("a", "secret"));
  }

  @Test
  void aPreSharedKeyIsTheClientsOwn() throws IOException {
    assertThat(
            read(file("d.csv", "id,pskIdentity,psk", "a,gate,00fF"))
                .devices()
                .get(0)
                .identity()
                .psk())
        .contains(new PreSharedKey("gate", new byte[] {0, -1}));
  }

  @Test
  void aWrongPreSharedKeyIsNamedAndNotRepeated() throws IOException {
    refused(":2: psk is missing", "id,pskIdentity", "a,gate");
    refused(":2: pskIdentity is missing", "id,psk", "a,00ff");
    String limit = ":2: psk: 1 to 64 bytes in hexadecimal digits, two a byte";
    refused(limit, "id,pskIdentity,psk", "a,gate,00f");
    refused(limit, "id,pskIdentity,psk", "a,gate,secret");
    refused(limit, "id,pskIdentity,psk", "a,gate," + "00".repeat(65));
    refused(
        ":2: pskIdentity: at most 128 bytes",
        "id,pskIdentity,psk",
        "a,%s,00ff".formatted("i".repeat(129)));
  }

  @Test
  void onlyAsManyRowsAreReadAsAreWanted() throws IOException {
    assertThat(DeviceTable.read(file("d.csv", "id", "a", "b", "a"), 2).devices()).hasSize(2);
  }

  @Test
  void tooFewRowsAreRefused() throws IOException {
    String file = file("d.csv", "id", "a");
    assertThatThrownBy(() -> read(file).requireFor(2, "topology.publishers"))
        .hasMessage(file + " has 1 row: a row for each client, and topology.publishers is 2")
        .isInstanceOfSatisfying(
            DefinitionException.class, // the scenario may have set it, and no option
            e -> assertThat(e.withSettings(path -> "--publishers")).isSameAs(e));
  }

  /** It would be shadowed: its values would stand nowhere. */
  @ParameterizedTest
  @ValueSource(strings = {"publisher", "partition", "run", "metric", "consumer"})
  void aColumnHasNoNameThatTopicsFillIn(String name) throws IOException {
    String problem = "column %1$s: another name, as {%1$s} in topics stands for something else";
    refused(":1: " + problem.formatted(name), "id,site," + name, "a,n,1");
    String json = file("d.jsonl", "{\"id\": \"a\"}", "{\"id\": \"b\", \"%s\": 1}".formatted(name));
    assertThatThrownBy(() -> read(json)).hasMessage(json + ":2: " + problem.formatted(name));
  }

  @Test
  void anIdOfBothFilesIsNamedWithBothLines() throws IOException {
    DeviceTable publishers = read(file("p.csv", "id", "a", "b", "c"));
    DeviceTable consumers = read(file("c.csv", "id", "d", "", "b"));
    assertThatThrownBy(() -> consumers.requireOtherIds(publishers))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "%s:4: id b: must be unique across both files; %s:3 has it too"
                .formatted(consumers.file(), publishers.file()));
  }

  @Test
  void aMissingColumnIsNamed() throws IOException {
    refused(":1: the column id is missing", "client,user", "a,b");
  }

  @Test
  void aNameThatComesTwiceIsNamed() throws IOException {
    refused(":1: columns 4 and 5 have one name: site", "id,user,password,site,site", "a,u,p,n,n");
    refused(":1: columns 1 and 2 have one name: id", "id,id", "a,a");
  }

  /** A file without names of columns begins with the values of a client. */
  @Test
  void theFirstLineIsNotRepeated() throws IOException {
    refused(
        ":1: the name of column 2: 1 to 64 letters, digits, '-' and '_' that begin with a letter",
        "a,hunter!2");
    refused(":1: columns 2 and 3 have one name", "a,hunter2,hunter2");
    refused(":1: the column id is missing", "a,time,alice");
    String file = file("d.csv", "pump,alice,hunter2");
    assertThatThrownBy(() -> read(file))
        .hasMessage(file + ":1: the column id is missing")
        .hasMessageNotContaining("hunter");
  }

  @Test
  void aMarkOfTheByteOrderIsNoPartOfTheFirstName() throws IOException {
    assertThat(read(file("d.csv", "\uFEFFid,x", "a,1")).columns())
        .containsExactlyInAnyOrder("id", "x");
    assertThat(read(file("d.jsonl", "\uFEFF{\"id\": \"a\"}")).devices()).hasSize(1);
  }

  @Test
  void aLineThatIsNotUtf8IsNamed() throws IOException {
    Path csv = folder.resolve("latin.csv");
    Files.write(csv, "id,site\na,Z\u00fcrich\n".repeat(2).getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> read(csv.toString())).hasMessage(csv + ":2: its text is not UTF-8");
    Path json = folder.resolve("latin.jsonl");
    Files.write(
        json, "{\"id\": \"a\"}\n\n{\"id\": \"\u00e4\"}".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> read(json.toString())).hasMessage(json + ":3: its text is not UTF-8");
  }

  @Test
  void aQuoteThatDoesNotEndIsNamedWhereItBegins() throws IOException {
    String problem = "not CSV, such as a quote that does not end";
    refused(
        ":4: password: " + problem,
        "id,user,password,site",
        "a,u,p,n",
        "",
        "b,u,\"hunter2,n",
        "c,u,p,n",
        "d,u,p,n");
    refused(":3: id: " + problem, "id,x", "a,1", "\"b,2", "c,3", "\"d\",4");
    refused(":1: " + problem, "id,\"x", "a,1");
  }

  @Test
  void aNamedPipeIsNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("pipe.csv");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> read(pipe.toString()))
        .hasMessage(
            "devices " + pipe + ": is a named pipe, which may never end: give it as /dev/stdin");
  }

  @Test
  void anIdThatComesTwiceIsNamedWithBothLines() throws IOException {
    refused(":4: id a: must be unique; line 2 has it too", "id", "a", "b", "a");
  }

  @Test
  void linesAreCountedAcrossEmptyOnesAndQuotedOnes() throws IOException {
    refused(":6: id a: must be unique; line 2 has it too", "id,x", "a,1", "", "", "b,\"2\"", "a,3");
  }

  @Test
  void anEmptyIdIsMissing() throws IOException {
    refused(":3: id is missing", "id,x", "a,1", ",2");
  }

  @Test
  void aPasswordWithoutAUserIsNoLogin() throws IOException {
    refused(":2: user is missing", "id,password", "a,p");
    refused(":2: password is missing", "id,user", "a,u");
    refused(
        ":2: token: not with a password: it goes in its place",
        "id,user,password,token",
        "a,u,p,t");
  }

  @Test
  void aRowWithAnotherNumberOfValuesIsRefused() throws IOException {
    refused(":3: 3 values, and the first line has 2 columns", "id,x", "a,1", "b,2,3");
    refused(":2: x is missing: 1 value, and the first line has 2 columns", "id,x", "a");
    refused(
        ":2: line is missing: 2 values, and the first line has 4 columns", "id,x,line,site", "a,1");
  }

  @Test
  void secretsAreNotRepeated() throws IOException {
    String file = file("d.csv", "id,user,password", "a,u,\"secret\u0001\"");
    assertThatThrownBy(() -> read(file))
        .hasMessage(file + ":2: password: no control characters")
        .hasMessageNotContaining("secret");
  }

  @Test
  void aFileThatIsNotThereOrEmptyIsNamed() throws IOException {
    assertThatThrownBy(() -> read(folder + "/none.csv"))
        .hasMessage("devices " + folder + "/none.csv: no such file");
    String empty = Files.writeString(folder.resolve("e.csv"), "").toString();
    assertThatThrownBy(() -> read(empty)).hasMessage("devices " + empty + ": it is empty");
  }

  @Test
  void aLineThatIsNoJsonIsNamed() throws IOException {
    String file = file("d.jsonl", "{\"id\": \"a\"}", "{\"id\": \"b\", \"x\": [1]}");
    assertThatThrownBy(() -> read(file))
        .hasMessage(file + ":2: x array: text, a number, true or false");
    String secret = file("s.jsonl", "{\"id\": \"a\", \"password\":hunter2}");
    assertThatThrownBy(() -> read(secret))
        .hasMessageStartingWith(secret + ":1:")
        .hasMessageEndingWith(": invalid JSON here; each line must be a JSON object")
        .hasMessageNotContaining("hunter");
    String broken = file("e.jsonl", "{\"id\": ");
    assertThatThrownBy(() -> read(broken)).hasMessageStartingWith(broken + ":1:");
  }
}
