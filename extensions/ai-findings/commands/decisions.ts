import type { CommandDefinition } from '#core';
import { fail, ok, problem, type Result } from '#foundation';
import { PANEL_ID } from '../state/ai-reading.ts';
import { aiTexts } from '../texts/ai-texts.ts';
import { type AiServices, findingOf, mayDecide } from './services.ts';

/** A finding; null for the selected one. */
export interface FindingArgument {
  readonly findingId: string | null;
}

/** Accepts no arguments or `{findingId}`; a mark menu passes a `markId` too, which is not needed. */
export function findingArgument(args: unknown): Result<FindingArgument> {
  if (args === undefined || args === null) return ok({ findingId: null });
  const { findingId = null } = args as { readonly findingId?: unknown };
  if (typeof args === 'object' && (findingId === null || typeof findingId === 'string'))
    return ok({ findingId });
  const { title, noFinding, next } = aiTexts.invalidArguments;
  const detail = noFinding(JSON.stringify(args));
  return fail(problem('WRONG_ARGUMENTS', title, detail, next, 'ai-findings'));
}

/** Accepts a proposal as a finding of the reader and offers to undo. */
export async function accept(services: AiServices, findingId: string): Promise<void> {
  const { study, notices, reading } = services;
  reading.set({ rejectingId: null });
  const accepted = await study.decideAiFinding(findingId, 'ACCEPTED');
  if (accepted.ok) offerUndo(services, aiTexts.actions.accepted, findingId);
  else notices.showProblem(accepted.problem);
}

/** Rejects a proposal with a code of the list of reasons or with free text, and offers to undo. */
export async function reject(
  services: AiServices,
  findingId: string,
  reason: string,
): Promise<void> {
  const { study, notices, reading } = services;
  const rejected = await study.decideAiFinding(findingId, 'REJECTED', reason);
  if (!rejected.ok) {
    notices.showProblem(rejected.problem);
    return;
  }
  reading.set({ rejectingId: null });
  offerUndo(services, aiTexts.actions.rejected, findingId);
}

/** Reopens a decided proposal; the server deletes a copy that was not edited. */
export async function reopen(
  services: Pick<AiServices, 'study' | 'notices'>,
  findingId: string,
): Promise<void> {
  const reopened = await services.study.decideAiFinding(findingId, null);
  if (!reopened.ok) services.notices.showProblem(reopened.problem);
}

function offerUndo(services: AiServices, text: string, findingId: string): void {
  const run = (): void => void reopen(services, findingId);
  services.notices.show('success', text, { label: aiTexts.actions.undo, run });
}

/** Copies a proposal to a finding of the reader and opens the page on which the copy is edited. */
export async function startEdit(services: AiServices, findingId: string): Promise<void> {
  const { study, notices, reading, view } = services;
  const earlier = await study.copyOfAiFinding(findingId);
  const copied = earlier.ok ? await study.copyAiFinding(findingId) : earlier;
  if (!earlier.ok || !copied.ok) {
    if (!copied.ok) notices.showProblem(copied.problem);
    return;
  }
  const copyId = copied.value.id;
  const { edit } = reading.store.getState();
  const isNewCopy = edit?.copyId === copyId ? edit.isNewCopy : earlier.value?.id !== copyId;
  const { openPanelId } = view.store.getState();
  const previousPanelId = edit?.previousPanelId ?? openPanelId;
  reading.set({
    edit: { originalId: findingId, copyId, isNewCopy, previousPanelId },
    rejectingId: null,
  });
  view.set({ openPanelId: PANEL_ID, activeToolId: SELECT_TOOL });
  notices.show('info', isNewCopy ? aiTexts.edit.started : aiTexts.edit.resumed);
  await showFinding(services, copyId);
}

const SELECT_TOOL = 'breast-planes.select';

/** Leaves the edit page; the copy stays. */
export function finishEdit({ reading, view }: AiServices): void {
  const { edit } = reading.store.getState();
  if (edit === null) return;
  reading.set({ edit: null });
  view.set({ openPanelId: edit.previousPanelId });
}

/** Deletes the copy, reopens the proposal and leaves the edit page. */
export async function discardEdit(services: AiServices): Promise<void> {
  const { study, notices, reading } = services;
  const { edit } = reading.store.getState();
  if (edit === null) return;
  if (findingOf(services, edit.copyId) !== null) {
    const deleted = study.deleteFinding(edit.copyId);
    if (!deleted.ok) {
      notices.showProblem(deleted.problem);
      return;
    }
  }
  finishEdit(services);
  await reopen(services, edit.originalId);
}

/** Selects a finding and moves the planes to it, where the extension of the planes is active. */
export async function showFinding(services: AiServices, findingId: string): Promise<void> {
  const shown = await services.run('breast-planes.show-finding', { findingId });
  if (!shown.ok) services.notices.showProblem(shown.problem);
}

/** Creates the commands that decide on a proposal. */
export function decisionCommands(
  services: AiServices,
): readonly CommandDefinition<FindingArgument>[] {
  const aboutProposal = (
    name: string,
    run: (findingId: string) => unknown,
    mayRun: () => true | string = () => true,
  ): CommandDefinition<FindingArgument> => ({
    id: `ai-findings.${name}`,
    undo: 'none',
    validate: findingArgument,
    enabled() {
      const may = mayDecide(services);
      return may === true ? mayRun() : may;
    },
    run({ findingId }) {
      const finding = findingOf(services, findingId);
      return finding === null || finding.ai === null ? undefined : run(finding.id);
    },
  });
  const isUndecided = (): true | string =>
    findingOf(services, null)?.ai?.decision?.kind !== 'ACCEPTED' || aiTexts.reasons.alreadyAccepted;
  return [
    aboutProposal('accept', (id) => accept(services, id), isUndecided),
    aboutProposal('reject', (id) => {
      services.reading.set({ rejectingId: id });
      services.view.set({ openPanelId: PANEL_ID });
    }),
    aboutProposal(
      'edit',
      (id) => startEdit(services, id),
      () => services.editsAi || aiTexts.reasons.editOff,
    ),
    aboutProposal('reopen', (id) => reopen(services, id)),
  ];
}
