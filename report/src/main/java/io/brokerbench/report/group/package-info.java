/** A run of several groups as text: the gravest verdict, a row and an account for each group. */
package io.brokerbench.report.group;
