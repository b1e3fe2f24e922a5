import { useState } from 'react';

/** The dialog of a section that is open. */
export interface Opened<Dialog> {
  readonly opened: Dialog | null;
  open(dialog: Dialog): void;
  /** Closes that dialog: an answer that comes late does not take away the next one. */
  close(): void;
}

export function useOpened<Dialog extends object>(): Opened<Dialog> {
  const [opened, open] = useState<Dialog | null>(null);
  return { opened, open, close: () => open((now) => (now === opened ? null : now)) };
}
