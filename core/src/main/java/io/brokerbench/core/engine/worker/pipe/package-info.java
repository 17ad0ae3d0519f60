/**
 * Lines to and from workers in other JVMs: {@link
 * io.brokerbench.core.engine.worker.pipe.ProcessPipe} to a child process, {@link
 * io.brokerbench.core.engine.worker.pipe.SharedPipe} for several runs whose clients one process
 * carries. What the lines say is not known here.
 */
package io.brokerbench.core.engine.worker.pipe;
