import { type RefObject, useEffect } from 'react';

/** Moves the focus to the first field of the form that is marked as wrong, once per refusal. */
export function useFirstError(form: RefObject<HTMLElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>(
      'input[aria-invalid="true"], textarea[aria-invalid="true"], [data-invalid] button, [data-invalid] [tabindex="0"], [data-invalid] input',
    );
    wrong?.focus();
  }, [form, refusals]);
}
