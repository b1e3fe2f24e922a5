import { useState } from 'react';

/** The dialog of a section that is open. */
export interface DialogState<Dialog> {
  readonly opened: Dialog | null;
  open(dialog: Dialog): void;
  /** Closes that dialog: an answer that comes late does not take away the next one. */
  close(): void;
}

export function useDialogState<Dialog extends object>(): DialogState<Dialog> {
  const [opened, open] = useState<Dialog | null>(null);
  return { opened, open, close: () => open((now) => (now === opened ? null : now)) };
}
