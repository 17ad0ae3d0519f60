package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class RootCauseTest {

  @Test
  void theInnermostCauseIsWhatHappened() {
    Exception root = new IllegalArgumentException("no such name\nand more of it");

    assertThat(RootCause.of(new IOException("wrapped", new RuntimeException(root)))).isSameAs(root);
    assertThat(RootCause.of(root)).isSameAs(root);
    assertThat(RootCause.text(new IOException("wrapped", root))).isEqualTo("no such name");
  }

  @Test
  void aRefusedConnectionIsNamedAlikeWhateverTheLibrarySays() {
    assertThat(RootCause.text(new ConnectException("finishConnect(..) failed: Connection refused")))
        .isEqualTo("connection refused");
  }

  @Test
  void whatHasNoMessageIsNamedByItsType() {
    assertThat(RootCause.text(new IOException(new IllegalStateException())))
        .isEqualTo("IllegalStateException");
  }
}
