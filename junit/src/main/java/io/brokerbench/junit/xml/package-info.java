/**
 * What tests measured, as JUnit XML: {@link io.brokerbench.junit.xml.FiguresXml} keeps the figures
 * of a class of tests, and how each test ended. Measuring and asserting are elsewhere.
 */
package io.brokerbench.junit.xml;
