import { type ReactNode, useState } from 'react';
import type { Finding } from '#contracts';
import { type PanelProps, studyToken } from '#core';
import { useStore } from '#ui';
import { findingById } from '../../model/findings/finding-rows.ts';
import { findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { FindingEditDialog } from './finding-edit-dialog.tsx';
import { FindingGroupDialog } from './finding-group-dialog.tsx';

/** Shows the dialog that a command opened, while its findings exist. */
export function FindingsDialogs({ context }: PanelProps): ReactNode {
  const dialog = useStore(context.use(findingsUiToken).store, (state) => state.dialog);
  const findingsByScan = useStore(context.use(studyToken).store, (state) => state.findingsByScan);
  const edited = useLastKnownFinding(
    dialog?.kind === 'edit' ? dialog.findingId : null,
    Object.values(findingsByScan),
  );
  if (dialog === null) return null;
  if (dialog.kind === 'edit') {
    return edited === null ? null : (
      <FindingEditDialog key={dialog.findingId} {...edited} context={context} />
    );
  }
  // Grouping continues with the remaining findings if another user deletes a finding.
  const scanFindings = Object.values(findingsByScan).find((findings) =>
    findings.some(({ id }) => id === dialog.targetId || dialog.findingIds.includes(id)),
  );
  return scanFindings === undefined ? null : (
    <FindingGroupDialog context={context} dialog={dialog} findings={scanFindings} />
  );
}

interface LastKnownFinding {
  /** Current version, or the last version before deletion. */
  readonly finding: Finding;
  readonly deleted: boolean;
}

/**
 * Returns the finding, or its last known version if the finding was deleted while the dialog is
 * open.
 */
function useLastKnownFinding(
  id: string | null,
  lists: readonly (readonly Finding[])[],
): LastKnownFinding | null {
  const [last, setLast] = useState<Finding | null>(null);
  const [current = null] = lists.flatMap((list) => findingById(list, id) ?? []);
  if (current !== null && current !== last) setLast(current);
  if (current !== null) return { finding: current, deleted: false };
  return last !== null && last.id === id ? { finding: last, deleted: true } : null;
}
