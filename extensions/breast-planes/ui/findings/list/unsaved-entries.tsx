import type { ReactNode } from 'react';
import type { Finding } from '#contracts';
import {
  type CallProblem,
  type ExtensionContext,
  formDraftsToken,
  formErrorsOf,
  studyToken,
} from '#core';
import { Button, useStore } from '#ui';
import { findingDraftId, parseFindingDraft } from '../../../model/findings/finding-form.ts';
import { findingsUiToken } from '../../../state/findings/findings-ui-state.ts';
import { findingTexts } from '../../../texts/finding-texts.ts';
import styles from './finding-list.module.css';

const EDIT_COMMAND = 'breast-planes.edit-note';

/**
 * Reports entries of the finding's form that are not saved or that the server has rejected, and opens
 * the form again.
 */
export function UnsavedEntries(props: {
  readonly context: ExtensionContext;
  readonly finding: Finding;
}): ReactNode {
  const { context, finding } = props;
  // Renders again when the form closes.
  useStore(context.use(findingsUiToken).store, (state) => state.dialog);
  const stored = context.use(formDraftsToken).read(findingDraftId(finding.id));
  const rejection = useStore(
    context.use(studyToken).store,
    ({ rejections }) => rejections[finding.id] ?? null,
  );
  const isInvalid = rejection !== null && rejection.fields.length > 0;
  if (parseFindingDraft(stored) === null && !isInvalid) return null;
  return (
    <p className={styles.unsaved} data-testid="unsaved-entries">
      {isInvalid ? rejectionText(rejection) : findingTexts.edit.unsaved}
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

/** Returns the errors of the server, each with the name of its field. */
function rejectionText(rejection: CallProblem): string {
  const names = findingTexts.conflict.fields;
  const { '': other, ...errors } = formErrorsOf(rejection, Object.keys(names));
  const lines = Object.entries(errors).map(([field, message]) =>
    findingTexts.edit.fieldError(names[field as keyof typeof names], message),
  );
  return [findingTexts.edit.rejected, ...lines, ...(other === undefined ? [] : [other])].join('\n');
}
