import { useState } from 'react';

/** State of the open dialog of a section. */
export interface DialogState<Dialog> {
  readonly opened: Dialog | null;
  open(dialog: Dialog): void;
  /**
   * Closes the dialog of this render only, so that a late response does not close the next dialog.
   */
  close(): void;
}

export function useDialogState<Dialog extends object>(): DialogState<Dialog> {
  const [opened, open] = useState<Dialog | null>(null);
  return { opened, open, close: () => open((current) => (current === opened ? null : current)) };
}
