package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.base.NanoClock;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;

/**
 * Gives an event loop one timed task that costs nothing to set again.
 *
 * <p>It stands between the loop and the transport's own handler. When the transport asks how long
 * it may wait, the answer takes the task's instant into account, to the nanosecond; when the
 * transport is back, the task runs if its instant has come. So a send loop that comes again every
 * hundred microseconds makes no timer, no queue entry and no garbage. Confined to the loop's
 * thread.
 */
final class PacedIoHandler implements IoHandler {

  private final IoHandler transport;
  private final NanoClock clock;
  private final Context paced = new Context();

  private Runnable task;
  private long dueNanos;
  private boolean last;

  PacedIoHandler(IoHandler transport, NanoClock clock) {
    this.transport = transport;
    this.clock = clock;
  }

  /** Sets the task, in place of one that has not run. Does nothing once there is a last one. */
  void at(long nanos, Runnable newTask) {
    if (!last) {
      dueNanos = nanos;
      task = newTask;
    }
  }

  /** Sets the last task: it runs at the loop's next turn, and none after it. */
  void atLast(Runnable newTask) {
    at(clock.nanoTime(), newTask);
    last = true;
  }

  @Override
  public int run(IoHandlerContext context) {
    paced.loop = context;
    int handled = transport.run(paced);
    if (task != null && dueNanos - clock.nanoTime() <= 0) {
      Runnable due = task;
      task = null;
      due.run();
    }
    return handled;
  }

  @Override
  public void initialize() {
    transport.initialize();
  }

  @Override
  public void prepareToDestroy() {
    task = null;
    transport.prepareToDestroy();
  }

  @Override
  public void destroy() {
    transport.destroy();
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    return transport.register(handle);
  }

  @Override
  public void wakeup() {
    transport.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return transport.isCompatible(handleType);
  }

  /** The loop's own answers, with the timed task among its deadlines. */
  private final class Context implements IoHandlerContext {
    private static final long NO_DEADLINE = -1;

    private IoHandlerContext loop;

    @Override
    public boolean canBlock() {
      return loop.canBlock() && (task == null || dueNanos - clock.nanoTime() > 0);
    }

    @Override
    public long delayNanos(long currentTimeNanos) {
      long delay = loop.delayNanos(currentTimeNanos);
      return task == null ? delay : Math.min(delay, Math.max(0, dueNanos - clock.nanoTime()));
    }

    /**
     * Transports compare it with the one before, to see whether they must set their timer again.
     */
    @Override
    public long deadlineNanos() {
      long deadline = loop.deadlineNanos();
      if (task == null) {
        return deadline;
      }
      long now = clock.nanoTime();
      return deadline != NO_DEADLINE && loop.delayNanos(now) < dueNanos - now ? deadline : dueNanos;
    }

    @Override
    public void reportActiveIoTime(long activeNanos) {
      loop.reportActiveIoTime(activeNanos);
    }

    @Override
    public boolean shouldReportActiveIoTime() {
      return loop.shouldReportActiveIoTime();
    }
  }
}
