/** Results as files for programs and CI servers: JUnit XML, Markdown and CSV. */
package io.brokerbench.report.file;
