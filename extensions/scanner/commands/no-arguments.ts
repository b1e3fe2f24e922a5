import { fail, ok, type Problem, problem, type Result } from '#foundation';

/** The validator of commands that take nothing. */
export function noArguments(args: unknown): Result<void> {
  const nothing = args === undefined || args === null;
  if (nothing || (typeof args === 'object' && Object.keys(args).length === 0)) return ok(undefined);
  return fail(wrongArguments(`This command takes no arguments, got ${JSON.stringify(args)}.`));
}

export function wrongArguments(detail: string): Problem {
  return problem(
    'WRONG_ARGUMENTS',
    'The command was called with arguments it does not take',
    detail,
    'Correct the key or the mode that calls it.',
    'scanner',
  );
}
