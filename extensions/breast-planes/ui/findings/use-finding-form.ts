import { useState } from 'react';
import type { Finding } from '#contracts';
import { type ExtensionContext, formDraftsToken } from '#core';
import {
  type FindingForm,
  findingDraftId,
  formOf,
  hasEntries,
  parseFindingDraft,
} from '../../model/findings/finding-form.ts';

export interface OpenedForm {
  readonly form: FindingForm;
  /** Values at the opening, because `finding` receives other users' changes while it is open. */
  readonly opened: FindingForm;
  /** True when entries from before a reload or a closed form were restored. */
  readonly restored: boolean;
  change(entries: Partial<FindingForm>): void;
  /** Drops the stored entries. */
  forget(): void;
  /** Drops the entries and shows the current values of the finding. */
  startOver(): void;
}

/**
 * Form of a finding, whose entries are stored in this browser with each change until they are saved
 * or discarded.
 */
export function useFindingForm(context: ExtensionContext, finding: Finding): OpenedForm {
  const drafts = context.use(formDraftsToken);
  const draftId = findingDraftId(finding.id);
  const [state, setState] = useState(() => {
    const stored = parseFindingDraft(drafts.read(draftId));
    const current = formOf(finding);
    return { ...(stored ?? { opened: current, form: current }), restored: stored !== null };
  });
  const { opened, restored } = state;
  return {
    ...state,
    change(entries) {
      const form = { ...state.form, ...entries };
      setState({ opened, form, restored });
      if (hasEntries({ opened, form })) drafts.write(draftId, { opened, form });
      else drafts.remove(draftId);
    },
    forget: () => drafts.remove(draftId),
    startOver() {
      drafts.remove(draftId);
      const current = formOf(finding);
      setState({ opened: current, form: current, restored: false });
    },
  };
}
