import type { Problem } from '#foundation';
import { DEMONSTRATION_EMAILS, DEMONSTRATION_PASSWORD } from '../accounts/demonstration.ts';
import type { Clockface } from './start-clockface.ts';

/**
 * Prints the URL, and the demonstration accounts if enabled, to standard output. Scripts wait for
 * the first line.
 */
export function printReady({ url, demonstration }: Clockface): void {
  const lines = [`Clockface is ready at ${url}`];
  if (demonstration) {
    lines.push(
      `Sign in as ${DEMONSTRATION_EMAILS.join(', ')}`,
      `with the password ${DEMONSTRATION_PASSWORD}`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints why the start failed and what to do next. */
export function printFailure({ code, title, detail, next }: Problem): void {
  process.stderr.write(`\n${title} (${code})\n${detail}\n${next}\n`);
}
