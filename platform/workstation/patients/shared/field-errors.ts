import { type CallProblem, OFFLINE_CODE } from '#core';
import { recordTexts } from '../../texts/record-texts.ts';

/** What is wrong, by field; what concerns no field stands under ''. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Errors of a form's own check: the first of each field. */
export function issuesToErrors(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[String(issue.path[0] ?? '')] ??= issue.message;
  return errors;
}

/**
 * Errors of the server's answer. `owners` says which field a refusal by name belongs to; whatever
 * has no field is told for the whole form, with what to do next.
 */
export function fieldErrorsOf(
  problem: CallProblem,
  errorFields: Readonly<Record<string, string>>,
): FieldErrors {
  if (problem.fields.length > 0) {
    const errors: Record<string, string> = {};
    for (const { field, message } of problem.fields) errors[lastSegment(field)] ??= message;
    return errors;
  }
  const owner = problem.errorType === null ? undefined : errorFields[problem.errorType];
  // Beside a field, what to do is plain: enter something else.
  return owner === undefined
    ? { '': formProblemText(problem) }
    : { [owner]: `${problem.title}${stop(problem.title)}` };
}

/** What went wrong with a form and what to do next. No form is sent by itself later on. */
export function formProblemText(problem: CallProblem): string {
  const isUnavailable = problem.code === OFFLINE_CODE || problem.status === 503;
  const next = isUnavailable ? recordTexts.notSaved : problem.next;
  return `${problem.title}${stop(problem.title)} ${next}`;
}

/** `body.code` → `code`: forms know their fields by the last name. */
function lastSegment(field: string): string {
  return field.split('.').at(-1) ?? field;
}

function stop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? '' : '.';
}
