import type { CallProblem } from './call-problem.ts';
import { callTexts } from './texts/call-texts.ts';

/**
 * Returns the first error of each field of a form. The empty name holds what has no field: errors
 * of fields that the form does not have, with their names, and the number of omitted errors.
 */
export function formErrorsOf(
  { fields, omittedErrors }: Pick<CallProblem, 'fields' | 'omittedErrors'>,
  formFields: readonly string[],
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  const others = new Set<string>();
  for (const { field, message } of fields) {
    const name = field.split('.').find((part) => formFields.includes(part));
    if (name === undefined) others.add(`${field}: ${message.replace(/\.$/, '')}.`);
    else errors[name] ??= message;
  }
  if (omittedErrors > 0) others.add(callTexts.invalid.omitted(omittedErrors));
  return others.size === 0 ? errors : { ...errors, '': [...others].join(' ') };
}
