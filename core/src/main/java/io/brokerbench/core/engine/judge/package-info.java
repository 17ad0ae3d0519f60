/**
 * From measurements to the result: {@link io.brokerbench.core.engine.judge.Judge} finds the
 * verdict, {@link io.brokerbench.core.engine.judge.StormJudge} what a storm adds to it, and {@link
 * io.brokerbench.core.engine.judge.ResultAssembler} makes the document, from the summaries of its
 * parts.
 */
package io.brokerbench.core.engine.judge;
