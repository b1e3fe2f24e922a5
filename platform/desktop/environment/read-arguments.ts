import { fail, ok, type Result } from '#foundation';
import { usage } from './desktop-problems.ts';

/** What the desktop was started for. */
export type Invocation =
  | { readonly kind: 'open'; readonly link: string | null }
  | { readonly kind: 'register' }
  | { readonly kind: 'unregister' };

/**
 * Reads the words behind the program's name. What is refused is not repeated: a link may hold a
 * password, and what is said here may be kept in a log.
 */
export function readArguments(args: readonly string[]): Result<Invocation> {
  const [first, ...more] = args;
  if (more.length > 0) return fail(usage('It takes one argument.'));
  if (first === undefined) return ok({ kind: 'open', link: null });
  if (first === '--register') return ok({ kind: 'register' });
  if (first === '--unregister') return ok({ kind: 'unregister' });
  if (first.startsWith('-')) return fail(usage('There is no such option.'));
  return ok({ kind: 'open', link: first });
}
