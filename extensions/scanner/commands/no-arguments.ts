import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { scanStateTexts } from '../texts/scan-state-texts.ts';

/** The validator of commands that take nothing. */
export function noArguments(args: unknown): Result<void> {
  const nothing = args === undefined || args === null;
  if (nothing || (typeof args === 'object' && Object.keys(args).length === 0)) return ok(undefined);
  return fail(wrongArguments(scanStateTexts.wrongArguments.none(JSON.stringify(args))));
}

export function wrongArguments(detail: string): Problem {
  return problem(
    'WRONG_ARGUMENTS',
    scanStateTexts.wrongArguments.title,
    detail,
    scanStateTexts.wrongArguments.next,
    'scanner',
  );
}
