/**
 * From measurements to the result: {@link io.brokerbench.core.engine.judge.Judge} finds the
 * verdict, {@link io.brokerbench.core.engine.judge.ResultAssembler} makes the document.
 */
package io.brokerbench.core.engine.judge;
