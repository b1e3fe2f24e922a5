import { useState } from 'react';
import type { FieldErrors } from '../patients/shared/field-errors.ts';

/** Errors of the last attempt to send a form. */
export interface ShownErrors {
  /** Errors by field; '' holds the error of the whole form. */
  readonly of: FieldErrors;
  /** Replaces all errors; none by default. */
  show(errors?: FieldErrors): void;
  /** Removes the error of a changed field, and that of the whole form. */
  clear(field: string): void;
}

export function useFieldErrors(): ShownErrors {
  const [errors, setErrors] = useState<FieldErrors>({});
  return {
    of: errors,
    show: (next = {}) => setErrors(next),
    clear: (field) =>
      setErrors((shown) =>
        Object.fromEntries(Object.entries(shown).filter(([name]) => name !== '' && name !== field)),
      ),
  };
}
