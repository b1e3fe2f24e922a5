import { fail, ok, type Result } from '#foundation';
import { usage } from './desktop-problems.ts';

/** Purpose of a start of the desktop. */
export type Invocation =
  | { readonly kind: 'open'; readonly link: string | null }
  | { readonly kind: 'register' }
  | { readonly kind: 'unregister' };

/**
 * Parses the command-line arguments. Errors never repeat an argument, because a link may contain a
 * password and errors may be logged.
 */
export function readArguments(args: readonly string[]): Result<Invocation> {
  const [first, ...more] = args;
  if (more.length > 0) return fail(usage('Only one argument is allowed.'));
  if (first === undefined) return ok({ kind: 'open', link: null });
  if (first === '--register') return ok({ kind: 'register' });
  if (first === '--unregister') return ok({ kind: 'unregister' });
  if (first.startsWith('-')) return fail(usage('The option is unknown.'));
  return ok({ kind: 'open', link: first });
}
