import type { Finding } from '#contracts';
import type { CommandDefinition, StudyState } from '#core';
import { isAnnotation } from '#findings';
import { dayTextOf, fail, ok, type Result } from '#foundation';
import { findingById } from '../../model/findings/finding-rows.ts';
import { checkedFindings } from '../../state/findings/findings-ui-state.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import {
  type CommandServices,
  invalidArguments,
  mayAnnotate,
  noArguments,
  showFailure,
} from '../services.ts';
import type { FindingServices } from './finding-services.ts';
import { choiceOf, hasListedFindings } from './list-order.ts';
import { findingIn, offerUndo } from './offer-undo.ts';
import { removeFromList } from './remove-from-list.ts';
import { separateMark } from './separate-mark.ts';
import { goToFinding } from './walk-findings.ts';

/** A finding, or one of its marks; null `findingId`: the selected finding. */
export interface FindingArguments {
  readonly findingId: string | null;
  readonly markId: string | null;
}

/** Accepts no arguments or `{findingId, markId}`, as the mark menu passes them. */
export function findingArguments(args: unknown): Result<FindingArguments> {
  if (args === undefined || args === null) return ok({ findingId: null, markId: null });
  const { findingId = null, markId = null, ...unknownFields } = args as Record<string, unknown>;
  const isId = (value: unknown): value is string | null =>
    value === null || typeof value === 'string';
  if (
    typeof args === 'object' &&
    isId(findingId) &&
    isId(markId) &&
    Object.keys(unknownFields).length === 0
  ) {
    return ok({ findingId, markId });
  }
  return fail(invalidArguments(commandTexts.invalidArguments.noFinding(JSON.stringify(args))));
}

const { reasons } = findingTexts;

/** Returns the finding with this id in any loaded scan; null `id`: the selected finding. */
export function findingOf(
  { study }: Pick<CommandServices, 'study'>,
  id: string | null,
): Finding | null {
  const { findingsByScan, selectedFindingId } = study.store.getState();
  const requestedId = id ?? selectedFindingId;
  for (const findings of Object.values(findingsByScan)) {
    const finding = findingById(findings, requestedId);
    if (finding !== null) return finding;
  }
  return null;
}

/** Returns true, or the reason why findings can't be edited: role or signed report. */
export function mayChange({ session, findingsUi }: FindingServices): true | string {
  const may = mayAnnotate(session);
  const { signed } = findingsUi.store.getState();
  if (may !== true || signed === null) return may;
  return reasons.signed(signed.name ?? findingTexts.lock.unnamedReader, dayTextOf(signed.at));
}

type Rule = (finding: Finding, services: FindingServices) => true | string;

const isUserFinding: Rule = ({ generator }) => generator.id === 'USER' || reasons.ofAi;
/** Requires the finding and all checked findings of its scan to be made by users. */
const areUserFindings: Rule = (finding, { study, findingsUi }) => {
  const scanFindings = study.store.getState().findingsByScan[finding.scan.id] ?? [];
  const { checkedIds } = findingsUi.store.getState();
  const grouped = [finding, ...checkedFindings(scanFindings, checkedIds)];
  return grouped.every(({ generator }) => generator.id === 'USER') || reasons.groupOfAi;
};
const isNoAnnotation: Rule = (finding) => !isAnnotation(finding) || reasons.ofAnnotation;
const hasSeveralMarks: Rule = ({ marks }) => Object.keys(marks).length > 1 || reasons.singleMark;
const hasOtherUserFindings: Rule = ({ id, scan }, { study }) =>
  (study.store.getState().findingsByScan[scan.id] ?? []).some(
    (other) => other.id !== id && other.generator.id === 'USER',
  ) || reasons.nothingToGroup;

/**
 * Creates a command about one finding; enabled while every rule allows the selected finding.
 * `isLockedBySignature`: disabled once the report is signed.
 */
function aboutFinding(
  services: FindingServices,
  name: string,
  rules: readonly Rule[],
  action: (finding: Finding, args: FindingArguments) => unknown,
  isLockedBySignature = true,
): CommandDefinition<FindingArguments> {
  return {
    id: `breast-planes.${name}`,
    undo: 'document',
    validate: findingArguments,
    enabled() {
      const may = isLockedBySignature ? mayChange(services) : mayAnnotate(services.session);
      if (may !== true) return may;
      const finding = findingOf(services, null);
      if (finding === null) return commandTexts.selectFirst;
      return (
        rules.map((rule) => rule(finding, services)).find((allowed) => allowed !== true) ?? true
      );
    },
    run(args) {
      const finding = findingOf(services, args.findingId);
      return finding === null ? undefined : action(finding, args);
    },
  };
}

/** Creates a command about a mark of a finding that has several; reports a failure. */
const aboutMark = (
  services: FindingServices,
  name: string,
  action: (finding: Finding, markId: string) => Result<unknown>,
): CommandDefinition<FindingArguments> =>
  aboutFinding(services, name, [isUserFinding, hasSeveralMarks], (finding, { markId }) => {
    const targetMarkId = markId ?? defaultMarkId(services, finding);
    if (targetMarkId !== null) showFailure(services, action(finding, targetMarkId));
  });

/** Creates the commands about one finding, except deletion and adding marks. */
export function findingCommands(
  services: FindingServices,
): readonly CommandDefinition<FindingArguments>[] {
  const { study, findingsUi, notices } = services;
  return [
    aboutFinding(
      services,
      'group-finding',
      [areUserFindings, hasOtherUserFindings],
      ({ id, scan }) => openGrouping(services, id, scan.id),
    ),
    aboutFinding(services, 'ungroup-finding', [isUserFinding, hasSeveralMarks], async ({ id }) => {
      const split = await study.ungroup(id);
      if (split.ok) notices.show('info', findingTexts.group.split(split.value.length));
      else showFailure(services, split);
    }),
    aboutMark(services, 'separate-mark', (finding, markId) =>
      separateMark(services, finding.id, markId),
    ),
    aboutMark(services, 'make-representative', (finding, markId) =>
      study.setRepresentative(finding.id, markId),
    ),
    aboutFinding(services, 'edit-note', [isUserFinding], ({ id }) =>
      findingsUi.set({ dialog: { kind: 'edit', findingId: id } }),
    ),
    aboutFinding(services, 'describe', [isUserFinding, isNoAnnotation], ({ id }) => {
      study.selectFinding(id);
      services.view.set({ openPanelId: 'breast-planes.findings' });
      findingsUi.set({ focusedDescriptorsOf: id });
    }),
    aboutFinding(
      services,
      'hide-finding',
      [],
      ({ id }) => toggleHidden(services, id),
      // Stays enabled after signing, because hiding changes nothing for other users.
      false,
    ),
    aboutFinding(services, 'delete-mark', [isUserFinding], (finding, { markId }) =>
      deleteMark(services, finding, markId ?? defaultMarkId(services, finding)),
    ),
    aboutFinding(services, 'edit-ai-finding', [isAiFinding], async ({ id, ai }) => {
      const opened = ai === null ? null : await services.editProposal(id);
      if (opened !== null) {
        showFailure(services, opened);
        return;
      }
      const copied = await study.copyAiFinding(id);
      if (copied.ok) notices.show('info', findingTexts.copied);
      else showFailure(services, copied);
    }),
  ];
}

const isAiFinding: Rule = ({ generator }, { editsAi }) => {
  if (generator.id === 'USER') return reasons.notOfAi;
  return editsAi || reasons.switchedOff;
};

/**
 * Returns the id of the finding's selected mark, else of the finding's first mark; null without
 * marks.
 */
function defaultMarkId({ drawing }: FindingServices, finding: Finding): string | null {
  const { selectedMark } = drawing.store.getState();
  if (selectedMark?.findingId === finding.id) return selectedMark.markId;
  return Object.values(finding.marks)[0]?.id ?? null;
}

/** Shows a hidden finding, or hides a shown finding and offers to undo. */
function toggleHidden(services: FindingServices, id: string): void {
  const { study } = services;
  const wasHidden = study.store.getState().hiddenFindingIds.has(id);
  const change = (): Result<void> => study.setHidden(id, !wasHidden);
  const leavesList = !wasHidden && !services.findingsUi.store.getState().showsHidden;
  const result = leavesList ? removeFromList(services, id, change) : change();
  showFailure(services, result);
  if (!result.ok || wasHidden) return;
  const run = (): void => showFailure(services, study.setHidden(id, false));
  const isShown = ({ hiddenFindingIds }: StudyState): boolean => !hiddenFindingIds.has(id);
  offerUndo(services, findingTexts.hidden, run, isShown);
}

/** Deletes a mark and offers to undo; does nothing for a null id. */
function deleteMark(services: FindingServices, finding: Finding, markId: string | null): void {
  if (markId === null) return;
  const { study } = services;
  const change = (): Result<void> => study.deleteMark(finding.id, markId);
  const isLastMark = Object.keys(finding.marks).length === 1;
  const result = isLastMark ? removeFromList(services, finding.id, change) : change();
  showFailure(services, result);
  if (!result.ok) return;
  const undoDeletion = study.captureUndo();
  const run = (): void => showFailure(services, undoDeletion());
  const isRestored = (state: StudyState): boolean =>
    findingIn(state, finding.id)?.marks[markId] !== undefined;
  offerUndo(services, findingTexts.markDeleted, run, isRestored);
}

/**
 * Opens the grouping dialog with the finding and the checked findings of its scan. The first user
 * finding among them becomes the target, into which the others are grouped.
 */
export function openGrouping(
  { study, findingsUi }: FindingServices,
  findingId: string,
  scanId: string,
): void {
  const findings = study.store.getState().findingsByScan[scanId] ?? [];
  const checkedIds = checkedFindings(findings, findingsUi.store.getState().checkedIds).map(
    ({ id }) => id,
  );
  const findingIds = [...new Set([findingId, ...checkedIds])];
  const userFindings = findings.filter(({ generator }) => generator.id === 'USER');
  const targetId = userFindings.find(({ id }) => findingIds.includes(id))?.id ?? findingId;
  findingsUi.set({ dialog: { kind: 'group', findingIds, targetId, problem: null, errors: {} } });
}

/** Selects a finding and moves every plane to it, for lists of other extensions. */
export function showFindingCommand(services: FindingServices): CommandDefinition<FindingArguments> {
  return {
    id: 'breast-planes.show-finding',
    undo: 'none',
    validate: findingArguments,
    // Does not require a selection, because the arguments can name any listed finding. Detections
    // count although they are switched off, because the AI panel lists them and shows each one.
    enabled: () =>
      hasListedFindings(services, { ...choiceOf(services), showsDetections: true }) ||
      commandTexts.noFindings,
    run({ findingId }) {
      const finding = findingOf(services, findingId);
      if (finding !== null) goToFinding(services, finding.id);
    },
  };
}

/** Shows or hides hidden findings in the list. */
export function hiddenCommand({ findingsUi, study }: FindingServices): CommandDefinition<void> {
  const shows = (): boolean => findingsUi.store.getState().showsHidden;
  return {
    id: 'breast-planes.toggle-hidden',
    undo: 'none',
    validate: noArguments,
    enabled: () =>
      shows() || study.store.getState().hiddenFindingIds.size > 0 || commandTexts.noHidden,
    run: () => findingsUi.set({ showsHidden: !shows() }),
  };
}
