package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.security.Access;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.driver.ClientDriverKit;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** All that holds for plain connections holds for those over TLS. */
@Tag("release")
class SwarmOverTlsTest extends ClientDriverKit {

  @TempDir private static Path folder;

  private static X509Bundle own;
  private static Access access;

  @BeforeAll
  static void makeCertificates() {
    TestAuthority authority = TestAuthority.create();
    own = authority.forLoopback();
    access = authority.access(folder);
  }

  @Override
  protected ClientDriverProvider provider() {
    return new SwarmDriverProvider();
  }

  @Override
  protected Listener listener() {
    return Listener.MQTTS;
  }

  @Override
  protected FaultyBroker.Builder brokers() {
    return FaultyBroker.builder().tls(TestAuthority.server(own, "TLSv1.2"));
  }

  @Override
  protected Access access() {
    return access;
  }
}
