import type { ReactNode } from 'react';
import { type PanelProps, studyToken } from '#core';
import { useStore } from '#ui';
import { findingsDeskToken } from '../state/findings-desk.ts';
import { FindingEditDialog } from './finding-edit-dialog.tsx';
import { FindingGroupDialog } from './finding-group-dialog.tsx';

/** The dialog that a command has opened, as long as its findings are there. */
export function FindingsDialogs({ context }: PanelProps): ReactNode {
  const dialog = useStore(context.use(findingsDeskToken).store, (state) => state.dialog);
  const findingsByScan = useStore(context.use(studyToken).store, (state) => state.findingsByScan);
  if (dialog === null) return null;
  const wanted = dialog.kind === 'edit' ? dialog.findingId : dialog.targetId;
  const scanFindings = Object.values(findingsByScan).find((findings) =>
    findings.some(({ id }) => id === wanted),
  );
  const finding = scanFindings?.find(({ id }) => id === wanted);
  if (scanFindings === undefined || finding === undefined) return null;
  return dialog.kind === 'edit' ? (
    <FindingEditDialog key={wanted} context={context} finding={finding} />
  ) : (
    <FindingGroupDialog context={context} dialog={dialog} findings={scanFindings} />
  );
}
