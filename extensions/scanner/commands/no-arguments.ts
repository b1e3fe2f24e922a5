import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { scanStateTexts } from '../texts/scan-state-texts.ts';

/** Validates commands that take no arguments. */
export function noArguments(args: unknown): Result<void> {
  const isEmpty = args === undefined || args === null;
  if (isEmpty || (typeof args === 'object' && Object.keys(args).length === 0)) return ok(undefined);
  return fail(invalidArguments(scanStateTexts.invalidArguments.none(JSON.stringify(args))));
}

/** Returns the problem of a command with invalid arguments; `detail` names the argument. */
export function invalidArguments(detail: string): Problem {
  return problem(
    'WRONG_ARGUMENTS',
    scanStateTexts.invalidArguments.title,
    detail,
    scanStateTexts.invalidArguments.next,
    'scanner',
  );
}
