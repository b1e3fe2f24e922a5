import { type ReactNode, useState } from 'react';
import { type Finding, routes } from '#contracts';
import {
  configToken,
  type ExtensionContext,
  navigationToken,
  noticesToken,
  type StudyState,
  sessionToken,
  studyToken,
} from '#core';
import { dayTextOf } from '#foundation';
import { type MenuEntry, MenuPopover, useStore } from '#ui';
import type { OpenMenu } from '../../interaction/interaction-context.ts';
import { findingById } from '../../model/findings/finding-rows.ts';
import {
  ACCEPT_COMMAND,
  canDecide,
  type MarkAction,
  type MarkMenuContext,
  markActions,
} from '../../model/marks/mark-menu.ts';
import { scanDay } from '../../model/views/scan-day.ts';
import { findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { priorFindingsToken } from '../../state/findings/prior-findings.ts';
import { priorRejection, priorScan } from '../../state/findings/scan-findings.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { markTexts } from '../../texts/mark-texts.ts';
import styles from './marks.module.css';

export interface MarkMenuProps {
  readonly context: ExtensionContext;
  readonly menu: OpenMenu;
  onClose(): void;
}

/** Shows the actions on a mark at the requested position. */
export function MarkMenu(props: MarkMenuProps): ReactNode {
  const { context, menu } = props;
  const priorsByScan = useStore(context.use(priorFindingsToken).store);
  const prior = Object.values(priorsByScan).flatMap(
    ({ findings }) => findingById(findings, menu.findingId) ?? [],
  )[0];
  return prior === undefined ? (
    <CurrentMarkMenu {...props} />
  ) : (
    <PriorMarkMenu {...props} finding={prior} />
  );
}

/** Shows why a prior's mark can't be changed, with an entry that opens the exam of that mark. */
function PriorMarkMenu(props: MarkMenuProps & { readonly finding: Finding }): ReactNode {
  const { context, menu, onClose, finding } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const scan = priorScan(context, finding.scan.id);
  const day = scan === null ? '' : scanDay(scan);
  const locked = markTexts.menu.ofEarlier(day);
  const actions = markActions({ ...menuContextOf(context, finding, menu.markId, []), locked });
  const entries: readonly MenuEntry[] = [
    {
      id: 'why',
      label: priorRejection(context, finding.scan.id),
      disabled: true,
      run: () => undefined,
    },
    {
      id: 'open',
      label: markTexts.menu.openEarlier,
      separated: true,
      disabled: scan === null,
      run: () => context.use(navigationToken).go(`/scan?study=${scan?.studyId}&scan=${scan?.id}`),
    },
    // Only findings of the open study can be hidden.
    ...entriesOf(
      actions.filter(({ command }) => command !== HIDE),
      () => undefined,
    ),
  ];
  return (
    <>
      <div ref={setAnchor} className={styles.anchor} style={{ left: menu.at.x, top: menu.at.y }} />
      {anchor === null ? null : (
        <MenuPopover
          label={markTexts.menu.earlier(finding.label, day)}
          light={!menu.requested}
          anchor={anchor}
          entries={entries}
          onClose={onClose}
        />
      )}
    </>
  );
}

function CurrentMarkMenu({ context, menu, onClose }: MarkMenuProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const study = context.use(studyToken);
  const actions = useStore(study.store, (state) => actionsOf(context, state, menu));
  const finding = useStore(study.store, (state) => findingById(state.findings, menu.findingId));
  const { findingId, markId } = menu;
  const run = async ({ command }: MarkAction): Promise<void> => {
    const result = await context.run(command, { findingId, markId });
    if (!result.ok) context.use(noticesToken).showProblem(result.problem);
  };
  // Renders again if another user signs the report while the menu is open.
  useStore(context.use(findingsUiToken).store, ({ signed }) => signed);
  const entries = entriesOf(actions, (action) => void run(action));
  return (
    <>
      <div ref={setAnchor} className={styles.anchor} style={{ left: menu.at.x, top: menu.at.y }} />
      {anchor === null || finding === null ? null : (
        <MenuPopover
          label={markTexts.menu.label(finding.label)}
          anchor={anchor}
          light={!menu.requested}
          entries={entries}
          onClose={onClose}
        />
      )}
    </>
  );
}

const HIDE = 'breast-planes.hide-finding';

const entriesOf = (
  actions: readonly MarkAction[],
  run: (action: MarkAction) => void,
): readonly MenuEntry[] =>
  actions.map((action) => ({
    id: action.command,
    label:
      action.reason === null
        ? action.label
        : markTexts.menu.withReason(action.label, action.reason),
    disabled: action.reason !== null,
    separated: action.separated,
    run: () => run(action),
  }));

function actionsOf(
  context: ExtensionContext,
  { findings }: StudyState,
  { findingId, markId }: OpenMenu,
): readonly MarkAction[] {
  const finding = findingById(findings, findingId);
  return finding === null ? [] : markActions(menuContextOf(context, finding, markId, findings));
}

function menuContextOf(
  context: ExtensionContext,
  finding: Finding,
  markId: string,
  findings: readonly Finding[],
): MarkMenuContext {
  return {
    finding,
    markId,
    otherUserFindings: findings.filter(
      ({ id, generator }) => id !== finding.id && generator.id === 'USER',
    ).length,
    locked: lockReason(context),
    editsAi: context.use(configToken).flags.editAiFinding,
    decidesAi: canDecide(finding) && context.mayRun(ACCEPT_COMMAND) !== null,
  };
}

/** Returns the reason why findings of the open study can't be changed by the user, or null. */
function lockReason(context: ExtensionContext): string | null {
  const { signed } = context.use(findingsUiToken).store.getState();
  if (!context.use(sessionToken).mayCall(routes.updateFinding)) return markTexts.menu.notYourRole;
  if (signed === null) return null;
  return markTexts.menu.signed(
    signed.name ?? findingTexts.lock.unnamedReader,
    dayTextOf(signed.at),
  );
}
