import { type ReactNode, useState } from 'react';
import type { Finding } from '#contracts';
import { type PanelProps, studyToken } from '#core';
import { useStore } from '#ui';
import { findingById } from '../../model/findings/finding-rows.ts';
import { findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { FindingEditDialog } from './finding-edit-dialog.tsx';
import { FindingGroupDialog } from './finding-group-dialog.tsx';

/** The dialog that a command has opened, as long as its findings are there. */
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
  // Who groups goes on with those that are left, where somebody else deletes one of them.
  const scanFindings = Object.values(findingsByScan).find((findings) =>
    findings.some(({ id }) => id === dialog.targetId || dialog.findingIds.includes(id)),
  );
  return scanFindings === undefined ? null : (
    <FindingGroupDialog context={context} dialog={dialog} findings={scanFindings} />
  );
}

interface LastKnownFinding {
  /** As it stands, or as it stood before it was deleted. */
  readonly finding: Finding;
  readonly deleted: boolean;
}

/** A finding that is deleted while somebody types about it stays on the screen as it was. */
function useLastKnownFinding(
  id: string | null,
  lists: readonly (readonly Finding[])[],
): LastKnownFinding | null {
  const [last, setLast] = useState<Finding | null>(null);
  const current = lists.reduce<Finding | null>(
    (known, list) => known ?? findingById(list, id),
    null,
  );
  if (current !== null && current !== last) setLast(current);
  if (current !== null) return { finding: current, deleted: false };
  return last !== null && last.id === id ? { finding: last, deleted: true } : null;
}
