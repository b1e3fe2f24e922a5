import type { ReactNode } from 'react';
import type { Finding } from '#contracts';
import { type ExtensionContext, formDraftsToken } from '#core';
import { Button, useStore } from '#ui';
import { findingDraftId, parseFindingDraft } from '../../../model/findings/finding-form.ts';
import { findingsUiToken } from '../../../state/findings/findings-ui-state.ts';
import { findingTexts } from '../../../texts/finding-texts.ts';
import styles from './finding-list.module.css';

const EDIT_COMMAND = 'breast-planes.edit-note';

/** Reports entries of the finding's form that are not saved, and opens the form again. */
export function UnsavedEntries(props: {
  readonly context: ExtensionContext;
  readonly finding: Finding;
}): ReactNode {
  const { context, finding } = props;
  // Renders again when the form closes.
  useStore(context.use(findingsUiToken).store, (state) => state.dialog);
  const stored = context.use(formDraftsToken).read(findingDraftId(finding.id));
  if (parseFindingDraft(stored) === null) return null;
  return (
    <p className={styles.unsaved} data-testid="unsaved-entries">
      {findingTexts.edit.unsaved}
      <Button
        size={24}
        disabled={context.mayRun(EDIT_COMMAND) !== true}
        onPress={() => void context.run(EDIT_COMMAND, { findingId: finding.id })}
      >
        {findingTexts.edit.resume}
      </Button>
    </p>
  );
}
