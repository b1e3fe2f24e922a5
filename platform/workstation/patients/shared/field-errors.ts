import { type CallProblem, formErrorsOf, OFFLINE_CODE } from '#core';
import { recordTexts } from '../../texts/record-texts.ts';

/** Messages by field; '' holds the error of the whole form. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Converts validation issues to errors, keeping the first of each field. */
export function issuesToErrors(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[String(issue.path[0] ?? '')] ??= issue.message;
  return errors;
}

/**
 * Converts an error response to errors of the fields `formFields`. `errorFields` maps error types to
 * fields; other errors apply to the whole form and include the next step.
 */
export function fieldErrorsOf(
  problem: CallProblem,
  errorFields: Readonly<Record<string, string>>,
  formFields: readonly string[],
): FieldErrors {
  if (problem.fields.length > 0) return formErrorsOf(problem, formFields);
  const fieldName = problem.errorType === null ? undefined : errorFields[problem.errorType];
  // Omits the next step beside a field, because the user only needs to enter another value.
  return fieldName === undefined
    ? { '': formProblemText(problem) }
    : { [fieldName]: `${problem.title}${missingFullStop(problem.title)}` };
}

/**
 * Formats the error of a form and the next step. While the server is unavailable, the next step
 * says that nothing was saved, because forms are not sent later automatically.
 */
export function formProblemText(problem: CallProblem): string {
  const isUnavailable = problem.code === OFFLINE_CODE || problem.status === 503;
  const next = isUnavailable ? recordTexts.notSaved : problem.next;
  return `${problem.title}${missingFullStop(problem.title)} ${next}`;
}

/** Returns '.' for a sentence without a closing mark, otherwise an empty text. */
function missingFullStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? '' : '.';
}
