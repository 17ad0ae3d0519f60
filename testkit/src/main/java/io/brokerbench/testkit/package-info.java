/**
 * For tests: a clock that is moved by hand, and measurements that are made again where the machine
 * disturbed them ({@code RetryOnNoise}, {@code OversleepMeter}).
 *
 * <p>The packages below hold an MQTT broker with faults on command ({@code broker}), the kit that
 * proves brokers ({@code kit}), and the one that proves client drivers ({@code driver}). Nothing
 * here takes part in a measurement.
 */
package io.brokerbench.testkit;
