import type { Finding } from '#contracts';
import type { CommandDefinition, Preferences, StudyState } from '#core';
import { dayOf, fail, ok, type Result } from '#foundation';
import { findingById } from '../../model/findings/finding-rows.ts';
import type { DrawingState } from '../../state/findings/drawing-state.ts';
import {
  checkedFindings,
  DETECTIONS_PREFERENCE,
  type FindingsUiState,
  showsDetections,
} from '../../state/findings/findings-ui-state.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import {
  type CommandServices,
  invalidArguments,
  mayAnnotate,
  noArguments,
  showFailure,
} from '../services.ts';
import { findingIn, offerUndo } from './offer-undo.ts';

/** What commands about a finding work with, beside what all commands do. */
export interface FindingServices extends CommandServices {
  readonly findingsUi: FindingsUiState;
  readonly preferences: Preferences;
  /** The mark that keys act on. */
  readonly drawing: DrawingState;
  readonly editsAi: boolean;
}

/** A finding, or one mark of it; without a name it is the selected one. */
export interface FindingArguments {
  readonly findingId: string | null;
  readonly markId: string | null;
}

/** Nothing, or `{findingId, markId}` as a mark's menu gives them. */
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

/** Why nobody may change findings now; true when they may. */
export function mayChange({ session, findingsUi }: FindingServices): true | string {
  const may = mayAnnotate(session);
  const { signed } = findingsUi.store.getState();
  if (may !== true || signed === null) return may;
  return reasons.signed(signed.name ?? findingTexts.lock.unnamedReader, dayOf(signed.at));
}

type Rule = (finding: Finding, services: FindingServices) => true | string;

const isUserFinding: Rule = ({ generator }) => generator.id === 'USER' || reasons.ofAi;
/** It, and all that are chosen with it for export or grouping. */
const areUserFindings: Rule = (finding, { study, findingsUi }) => {
  const others = study.store.getState().findingsByScan[finding.scan.id] ?? [];
  const grouped = [finding, ...checkedFindings(others, findingsUi.store.getState().checkedIds)];
  return grouped.every(({ generator }) => generator.id === 'USER') || reasons.groupOfAi;
};
const hasSeveralMarks: Rule = ({ marks }) => Object.keys(marks).length > 1 || reasons.singleMark;
const hasOtherUserFindings: Rule = ({ id, scan }, { study }) =>
  (study.store.getState().findingsByScan[scan.id] ?? []).some(
    (other) => other.id !== id && other.generator.id === 'USER',
  ) || reasons.nothingToGroup;

/** A command about one finding: it is possible while every rule says so of the selected one. */
function aboutFinding(
  services: FindingServices,
  name: string,
  rules: readonly Rule[],
  action: (finding: Finding, args: FindingArguments) => unknown,
  locked = true,
): CommandDefinition<FindingArguments> {
  return {
    id: `breast-planes.${name}`,
    undo: 'document',
    validate: findingArguments,
    enabled() {
      const may = locked ? mayChange(services) : mayAnnotate(services.session);
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

/** Everything that can be done with one finding, by menu, button, key or palette. */
export function findingCommands(
  services: FindingServices,
): readonly CommandDefinition<FindingArguments>[] {
  const { study, findingsUi, notices } = services;
  const { representativeArgument } = marksOf(services);
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
    aboutFinding(
      services,
      'make-representative',
      [isUserFinding, hasSeveralMarks],
      (finding, { markId }) => {
        const targetMarkId = markId ?? representativeArgument(finding);
        if (targetMarkId !== null)
          showFailure(services, study.setRepresentative(finding.id, targetMarkId));
      },
    ),
    aboutFinding(services, 'edit-note', [isUserFinding], ({ id }) =>
      findingsUi.set({ dialog: { kind: 'edit', findingId: id } }),
    ),
    aboutFinding(
      services,
      'hide-finding',
      [],
      ({ id, hidden }) => {
        const done = study.setHidden(id, !hidden);
        showFailure(services, done);
        if (!done.ok || hidden) return;
        const run = (): void => showFailure(services, study.setHidden(id, false));
        offerUndo(services, findingTexts.hidden, run, (state) => {
          return findingIn(state, id)?.hidden === false;
        });
      },
      // Hiding changes nothing for others, so it goes on after signing.
      false,
    ),
    aboutFinding(services, 'delete-mark', [isUserFinding], (finding, { markId }) => {
      const targetMarkId = markId ?? representativeArgument(finding);
      if (targetMarkId === null) return;
      const done = study.deleteMark(finding.id, targetMarkId);
      showFailure(services, done);
      if (!done.ok) return;
      const undoDeletion = study.captureUndo();
      const run = (): void => showFailure(services, undoDeletion());
      const isRestored = (state: StudyState): boolean =>
        findingIn(state, finding.id)?.marks[targetMarkId] !== undefined;
      offerUndo(services, findingTexts.markDeleted, run, isRestored);
    }),
    aboutFinding(services, 'edit-ai-finding', [isAiFinding], async ({ id }) => {
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

/** The mark that is in hand, else the only one that would change something. */
function marksOf({ drawing }: FindingServices) {
  return {
    representativeArgument(finding: Finding): string | null {
      const { selectedMark } = drawing.store.getState();
      if (selectedMark?.findingId === finding.id) return selectedMark.markId;
      return Object.values(finding.marks)[0]?.id ?? null;
    },
  };
}

/** Opens the dialog with what was chosen; one alone is joined with others that are chosen there. */
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
  findingsUi.set({ dialog: { kind: 'group', findingIds, targetId, problem: null, fields: [] } });
}

/** Shows or leaves out what the AI detected; kept as a preference. */
export function detectionsCommand(services: FindingServices): CommandDefinition<void> {
  const { preferences } = services;
  return {
    id: 'breast-planes.toggle-detections',
    undo: 'none',
    isOn: () => showsDetections(preferences.store.getState().values),
    validate: noArguments,
    async run() {
      const on = showsDetections(preferences.store.getState().values);
      showFailure(services, await preferences.save(DETECTIONS_PREFERENCE, on ? 'off' : 'on'));
    },
  };
}

/** Lists what was hidden, or leaves it out again. */
export function hiddenCommand({ findingsUi }: FindingServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.toggle-hidden',
    undo: 'none',
    validate: noArguments,
    run: () => findingsUi.set({ showsHidden: !findingsUi.store.getState().showsHidden }),
  };
}
