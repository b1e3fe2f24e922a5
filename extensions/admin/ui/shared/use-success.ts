import { useAdmin } from './admin-context.ts';

/**
 * Returns a function that a dialog calls after a successful change: shows the text as a notice,
 * closes the dialog and calls `onDone`.
 */
export function useSuccess(dialog: { onClose(): void; onDone(): void }): (text: string) => void {
  const { notices } = useAdmin();
  return (text) => {
    notices.show('success', text);
    dialog.onClose();
    dialog.onDone();
  };
}
