import { type ReactNode, useState } from 'react';
import { DiscardDialog } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { hasDraft } from '../drafts/use-draft.ts';

/**
 * Returns `requestClose`, which closes a form; asks for confirmation first when the draft
 * `draftName` holds entries. Render `confirmation` inside the dialog of the form.
 */
export function useFormClose(
  draftName: string,
  onClose: () => void,
): { readonly requestClose: () => void; readonly confirmation: ReactNode } {
  const application = useApplication();
  const [confirming, setConfirming] = useState(false);
  const confirmation = (
    <DiscardDialog
      open={confirming}
      onDiscard={() => {
        setConfirming(false);
        onClose();
      }}
      onClose={() => setConfirming(false)}
    />
  );
  return {
    requestClose: () => (hasDraft(application, draftName) ? setConfirming(true) : onClose()),
    confirmation,
  };
}
