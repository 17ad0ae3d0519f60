package io.brokerbench.containers;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** A JVM that starts a broker and keeps it, as the tool does, for tests of its sudden end. */
public final class Tool implements AutoCloseable {

  private final Process process;
  private final long brokerPid;

  private Tool(Process process, long brokerPid) {
    this.process = process;
    this.brokerPid = brokerPid;
  }

  /** What runs there. The broker is started by a thread that ends: it must not end with it. */
  public static void main(String[] args) throws Exception {
    Thread starter =
        new Thread(
            () -> {
              try {
                BrokerRequest request = BrokerRequest.of(args[0]);
                Broker broker =
                    provider(args[0])
                        .start(args.length > 1 ? request.withHighAvailability() : request);
                System.out.println(broker.pid().getAsLong());
              } catch (BrokerException | InterruptedException e) {
                System.err.println(e);
                System.exit(1);
              }
            });
    starter.start();
    starter.join();
    Thread.currentThread().join();
  }

  static BrokerProvider provider(String selector) {
    return ServiceLoader.load(BrokerProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.accepts(selector))
        .findFirst()
        .orElseThrow();
  }

  public static Tool start(String selector) throws IOException {
    return start(List.of(selector));
  }

  /** Starts a cluster. */
  public static Tool startCluster(String selector) throws IOException {
    return start(List.of(selector, "cluster"));
  }

  private static Tool start(List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dbrokerbench.images=local",
                Tool.class.getName()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    return new Tool(process, Long.parseLong(out.readLine()));
  }

  public long brokerPid() {
    return brokerPid;
  }

  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  public void terminate() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
