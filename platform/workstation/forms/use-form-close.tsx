import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { hasDraft } from '../drafts/use-draft.ts';
import { recordTexts } from '../texts/record-texts.ts';

const texts = recordTexts.discardDialog;

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
    <ConfirmDialog
      open={confirming}
      danger
      title={texts.title}
      confirmLabel={texts.discard}
      onConfirm={() => {
        setConfirming(false);
        onClose();
      }}
      onClose={() => setConfirming(false)}
    >
      {texts.warning}
    </ConfirmDialog>
  );
  return {
    requestClose: () => (hasDraft(application, draftName) ? setConfirming(true) : onClose()),
    confirmation,
  };
}
