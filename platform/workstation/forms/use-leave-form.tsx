import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#ui';
import { hasDraft } from '../drafts/use-draft.ts';
import { useApplication } from '../start/application-context.ts';
import { recordTexts } from '../texts/record-texts.ts';

const texts = recordTexts.leave;

/**
 * Leaving a form whose entries are kept under `draft`: at once while nothing was entered, else after
 * a question. Draw `question` inside the dialog of the form.
 */
export function useLeaveForm(
  draft: string,
  onClose: () => void,
): { readonly leave: () => void; readonly question: ReactNode } {
  const application = useApplication();
  const [asking, setAsking] = useState(false);
  const question = (
    <ConfirmDialog
      open={asking}
      danger
      title={texts.title}
      confirmLabel={texts.discard}
      onConfirm={() => {
        setAsking(false);
        onClose();
      }}
      onClose={() => setAsking(false)}
    >
      {texts.lost}
    </ConfirmDialog>
  );
  return {
    leave: () => (hasDraft(application, draft) ? setAsking(true) : onClose()),
    question,
  };
}
