import { type ReactNode, useState } from 'react';
import {
  configToken,
  type ExtensionContext,
  noticesToken,
  type StudyState,
  sessionToken,
  studyToken,
} from '#core';
import { type MenuEntry, MenuPopover, useStore } from '#ui';
import { findingById } from '../model/finding-rows.ts';
import { type MarkAct, markActs } from '../model/mark-menu.ts';
import { markTexts } from '../texts/mark-texts.ts';
import type { OpenMenu } from './hand.ts';
import styles from './marks.module.css';

export interface MarkMenuProps {
  readonly context: ExtensionContext;
  readonly menu: OpenMenu;
  onClose(): void;
}

/** What can be done with a mark, beside the place where it was asked for. */
export function MarkMenu({ context, menu, onClose }: MarkMenuProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const study = context.use(studyToken);
  const acts = useStore(study.store, (state) => actsOf(context, state, menu));
  const finding = useStore(study.store, (state) => findingById(state.findings, menu.findingId));
  const { findingId, markId } = menu;
  const run = async ({ command }: MarkAct): Promise<void> => {
    const result = await context.run(command, { findingId, markId });
    if (!result.ok) context.use(noticesToken).showProblem(result.problem);
  };
  const entries = acts.map(
    (act): MenuEntry => ({
      id: act.command,
      label: act.why === null ? act.label : markTexts.menu.why(act.label, act.why),
      disabled: act.why !== null,
      separated: act.separated,
      run: () => void run(act),
    }),
  );
  return (
    <>
      <div ref={setAnchor} className={styles.anchor} style={{ left: menu.at.x, top: menu.at.y }} />
      {anchor === null || finding === null ? null : (
        <MenuPopover
          label={markTexts.menu.label(finding.label)}
          anchor={anchor}
          entries={entries}
          onClose={onClose}
        />
      )}
    </>
  );
}

function actsOf(
  context: ExtensionContext,
  { findings }: StudyState,
  { findingId, markId }: OpenMenu,
): readonly MarkAct[] {
  const finding = findingById(findings, findingId);
  if (finding === null) return [];
  return markActs({
    finding,
    markId,
    otherOwn: findings.filter(({ id, generator }) => id !== findingId && generator.id === 'USER')
      .length,
    mayMark: context.use(sessionToken).can(['ANTN_CREATE']),
    editsAi: context.use(configToken).flags.editAiFinding,
  });
}
