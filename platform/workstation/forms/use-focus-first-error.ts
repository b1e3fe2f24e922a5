import { type RefObject, useEffect } from 'react';

/** Focuses the first invalid field after each failed attempt. */
export function useFocusFirstError(
  form: RefObject<HTMLElement | null>,
  failedAttempts: number,
): void {
  useEffect(() => {
    if (failedAttempts === 0) return;
    const invalidField = form.current?.querySelector<HTMLElement>(
      'input[aria-invalid="true"], textarea[aria-invalid="true"], [data-invalid] button, [data-invalid] [tabindex="0"], [data-invalid] input',
    );
    invalidField?.focus();
  }, [form, failedAttempts]);
}
