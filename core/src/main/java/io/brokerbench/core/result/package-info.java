/**
 * The result of a run: {@link io.brokerbench.core.result.RunResult} and its parts, as immutable
 * records, and their form as JSON.
 *
 * <p>Times are nanoseconds unless a name says otherwise, memory is bytes, rates are per second. The
 * document's schema is the resource {@code run-1.schema.json} of this package;
 * docs/result-schema.md describes it to people.
 *
 * <p>Nothing here measures, judges or prints: {@code measure} and {@code engine} make results,
 * {@code report} shows them.
 */
package io.brokerbench.core.result;
