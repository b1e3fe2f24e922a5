// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { builtInLists, type Finding, type FindingEdit } from '#contracts';
import {
  apiToken,
  type ExtensionContext,
  formDraftsToken,
  noticesToken,
  sessionToken,
  studyToken,
} from '#core';
import { aFinding, aLengthMark } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { createFindingsUiState, findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { FindingsDialogs } from './findings-dialogs.tsx';

afterEach(unmountAll);

/** Renders the dialogs over findings that `list` replaces, as another user's change would. */
async function renderDialogs(...findings: readonly Finding[]) {
  const findingsUi = createFindingsUiState();
  const listed = (items: readonly Finding[]) => ({
    findingsByScan: { scan: items },
    hiddenFindingIds: new Set<string>(),
    rejections: {},
    scans: [],
  });
  const store = createStore(() => listed(findings));
  const savedFields: unknown[] = [];
  const setFindingFields = (...args: readonly unknown[]) => {
    savedFields.push(args);
    return { ok: true };
  };
  /** Resolved values of each grouping request. */
  const grouped: unknown[] = [];
  const group = async (_sources: unknown, _target: unknown, resolved: unknown) => {
    grouped.push(resolved);
    return { ok: true };
  };
  /** Edits in the server's response, newest first. */
  const edits: FindingEdit[] = [];
  const editedBy = (by: FindingEdit['by']) =>
    edits.unshift({ at: '2026-02-03T10:00:00Z', act: 'updateFinding', by });
  const stored = new Map<string, unknown>();
  const formDrafts = {
    read: (id: string) => stored.get(id) ?? null,
    write: (id: string, value: unknown) => void stored.set(id, JSON.parse(JSON.stringify(value))),
    remove: (id: string) => void stored.delete(id),
  };
  const lookup = { lists: createStore(() => builtInLists), readLists: async () => {} };
  const session = createStore(() => ({ user: { id: 'own', roles: [{ id: 'PHYSICIAN' }] } }));
  const services = new Map<unknown, unknown>([
    [apiToken, { call: async () => ({ ok: true, value: { items: edits } }) }],
    [sessionToken, { store: session }],
    [studyToken, { store, setFindingFields, group }],
    [noticesToken, { show: () => {} }],
    [formDraftsToken, formDrafts],
    [findingsUiToken, findingsUi],
    [scanLookupToken, lookup],
    [readingToken, createReadingState()],
  ]);
  const context = {
    use: (token: unknown) => services.get(token),
    mayRun: () => true,
  } as unknown as ExtensionContext;
  await render(<FindingsDialogs context={context} />);
  const list = (...items: readonly Finding[]) => act(async () => store.setState(listed(items)));
  const dialog = () => document.querySelector('[role=dialog]');
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  return { findingsUi, list, dialog, button, savedFields, grouped, editedBy, stored, session };
}

const type = (field: HTMLTextAreaElement | null | undefined, text: string) =>
  act(async () => {
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('keeps typed text when another user deletes the finding, reports the deletion and saves once the finding is restored', async () => {
  const finding = aFinding({ note: 'Before' });
  const { findingsUi, list, dialog, button, savedFields } = await renderDialogs(finding);
  await act(async () => findingsUi.set({ dialog: { kind: 'edit', findingId: finding.id } }));
  await type(dialog()?.querySelector('textarea'), 'Long thought about');
  await list();
  expect(dialog()?.querySelector('textarea')?.value).toBe('Long thought about');
  expect(dialog()?.textContent).toContain('Another user deleted this finding');
  expect(button('Save')?.disabled).toBe(true);
  await list({ ...finding, version: finding.version + 2 });
  expect(button('Save')?.disabled).toBe(false);
  await act(async () => button('Save')?.click());
  expect(savedFields).toEqual([[finding.id, { note: 'Long thought about' }]]);
  expect(dialog()).toBeNull();
});

it('keeps a description that is too long and saves it only after it is shortened', async () => {
  const finding = aFinding({ note: 'Before' });
  const { findingsUi, dialog, button, savedFields } = await renderDialogs(finding);
  await act(async () => findingsUi.set({ dialog: { kind: 'edit', findingId: finding.id } }));
  await type(dialog()?.querySelector('textarea'), 'a'.repeat(10_001));
  expect(dialog()?.querySelector('textarea')?.value).toHaveLength(10_001);
  expect(dialog()?.textContent).toContain('1 character too many');
  expect(button('Save')?.disabled).toBe(true);
  await type(dialog()?.querySelector('textarea'), 'a'.repeat(10_000));
  await act(async () => button('Save')?.click());
  expect(savedFields).toEqual([[finding.id, { note: 'a'.repeat(10_000) }]]);
});

it('shows another user’s value of the same field before replacing it', async () => {
  const finding = aFinding({ note: 'Before' });
  const { findingsUi, list, dialog, button, savedFields } = await renderDialogs(finding);
  await act(async () => findingsUi.set({ dialog: { kind: 'edit', findingId: finding.id } }));
  await list({ ...finding, massLengthUm: 9_000, version: 2 });
  await type(dialog()?.querySelector('textarea'), 'Mine');
  expect(dialog()?.textContent).not.toContain('meanwhile');
  await list({ ...finding, note: 'Theirs', version: 3 });
  expect(dialog()?.textContent).toContain('Another user changed the same fields');
  expect(dialog()?.textContent).toContain('Description: Theirs');
  expect(dialog()?.querySelector('textarea')?.value).toBe('Mine');
  await act(async () => button('Save')?.click());
  expect(savedFields).toEqual([[finding.id, { note: 'Mine' }]]);
});

it('names the user who changed or deleted the finding, if the name is available', async () => {
  const finding = aFinding({ note: 'Before' });
  const { findingsUi, list, dialog, editedBy } = await renderDialogs(finding);
  await act(async () => findingsUi.set({ dialog: { kind: 'edit', findingId: finding.id } }));
  await type(dialog()?.querySelector('textarea'), 'Mine');
  editedBy({ id: 'ben', name: 'Ben Sole' });
  await list({ ...finding, note: 'Theirs', version: 2 });
  expect(dialog()?.textContent).toContain('Ben Sole changed the same fields');
  editedBy({ id: 'own', name: 'Ada Klein' });
  await list({ ...finding, note: 'From my other page', version: 3 });
  expect(dialog()?.textContent).toContain('You changed the same fields');
  // A blind annotator receives no names.
  editedBy({ id: 'ben', name: null });
  await list({ ...finding, note: 'Whose?', version: 4 });
  expect(dialog()?.textContent).toContain('Another user changed the same fields');
  editedBy({ id: 'cleo', name: 'Cleo Dorn' });
  await list();
  expect(dialog()?.textContent).toContain('Cleo Dorn deleted this finding');
});

it('keeps typed text when the report is signed meanwhile, and disables saving', async () => {
  const finding = aFinding();
  const { findingsUi, dialog, button } = await renderDialogs(finding);
  await act(async () => findingsUi.set({ dialog: { kind: 'edit', findingId: finding.id } }));
  await type(dialog()?.querySelector('textarea'), 'Too late');
  await act(async () =>
    findingsUi.set({ signed: { name: 'Ada Reader', at: '2026-02-03T10:00:00Z' } }),
  );
  expect(dialog()?.textContent).toContain('Signed by Ada Reader on 2026-02-03');
  expect(dialog()?.querySelector('textarea')?.value).toBe('Too late');
  expect(button('Save')?.disabled).toBe(true);
});

describe('the form of a finding', () => {
  const edit = async (finding: Finding) => {
    const page = await renderDialogs(finding);
    const open = () =>
      act(async () => page.findingsUi.set({ dialog: { kind: 'edit', findingId: finding.id } }));
    await open();
    return { ...page, open };
  };

  it('keeps its entries when closed without Save or Cancel, and Cancel discards them', async () => {
    const finding = aFinding({ note: 'Before' });
    const page = await edit(finding);
    await type(page.dialog()?.querySelector('textarea'), 'Half a sent');
    await act(async () => page.findingsUi.set({ dialog: null }));
    await page.list({ ...finding, note: 'Theirs', version: 2 });
    await page.open();
    expect(page.dialog()?.querySelector('textarea')?.value).toBe('Half a sent');
    expect(page.dialog()?.textContent).toContain('Your unsaved entries were restored.');
    expect(page.dialog()?.textContent).toContain('Description: Theirs');
    await act(async () => page.button('Start over')?.click());
    expect(page.dialog()?.querySelector('textarea')?.value).toBe('Theirs');
    await type(page.dialog()?.querySelector('textarea'), 'Mine');
    await act(async () => page.button('Cancel')?.click());
    expect([...page.stored.keys()]).toEqual([]);
    expect(page.savedFields).toEqual([]);
  });

  it('stores nothing for entries that change nothing, and forgets saved entries', async () => {
    const page = await edit(aFinding({ note: 'Before' }));
    const area = () => page.dialog()?.querySelector('textarea');
    await type(area(), 'After');
    expect(page.stored.size).toBe(1);
    await type(area(), 'Before');
    expect(page.stored.size).toBe(0);
    await type(area(), 'After');
    await act(async () => page.button('Save')?.click());
    expect(page.savedFields).toHaveLength(1);
    expect(page.stored.size).toBe(0);
  });
});

/** Renders the group dialog with all of these findings selected. */
async function openGroupDialog(...findings: readonly Finding[]) {
  const page = await renderDialogs(...findings);
  const findingIds = findings.map(({ id }) => id);
  const dialog = { kind: 'group', findingIds, targetId: '', problem: null, errors: {} } as const;
  await act(async () => page.findingsUi.set({ dialog }));
  const clickLabel = (text: string) =>
    act(async () =>
      [...document.querySelectorAll('label')]
        .find(({ textContent }) => textContent === text)
        ?.click(),
    );
  const checked = () =>
    [...document.querySelectorAll('[role=radiogroup] label')].flatMap((label) =>
      label.querySelector('input:checked') === null ? [] : label.textContent,
    );
  const focused = () => document.activeElement?.closest('label, button')?.textContent;
  const pressGroup = () => act(async () => page.button('Group')?.click());
  return {
    ...page,
    clickLabel,
    checked,
    focused,
    pressGroup,
    dialogText: () => page.dialog()?.textContent,
  };
}

describe('grouping', () => {
  it('continues when another user deletes the target finding', async () => {
    const first = aFinding({ label: 1 });
    const second = aFinding({ label: 2 });
    const third = aFinding({ label: 3 });
    const { findingsUi, list, dialog } = await openGroupDialog(first, second, third);
    const { dialog: group } = findingsUi.store.getState();
    if (group?.kind !== 'group') throw new Error('The group dialog is not open');
    await act(async () => findingsUi.set({ dialog: { ...group, targetId: first.id } }));
    await list(second, third);
    expect(dialog()?.querySelectorAll('input[type=checkbox]:checked')).toHaveLength(2);
  });

  it('preselects no value for differing fields and sends nothing until each value is chosen', async () => {
    const page = await openGroupDialog(
      aFinding({ label: 1, biradsScore: 4, isMass: true }),
      aFinding({ label: 2, biradsScore: 2, isMass: false }),
    );
    expect(page.checked()).toEqual(['1']);
    expect(page.focused()).toBe('3 · finding 1');
    expect(page.dialogText()).toContain('Choose a value: BI-RADS, Mass');
    await page.pressGroup();
    expect(page.grouped).toEqual([]);
    await page.clickLabel('1 · finding 2');
    expect(page.dialogText()).toContain('Choose a value: Mass');
    await page.pressGroup();
    expect(page.grouped).toEqual([]);
    expect(page.focused()).toBe('mass · finding 1');
    await page.clickLabel('no mass · finding 2');
    expect(page.dialogText()).not.toContain('Choose a value');
    await page.pressGroup();
    expect(page.grouped).toEqual([{ biradsScore: 2, isMass: false }]);
  });

  it('focuses the Group button when no field differs', async () => {
    const page = await openGroupDialog(aFinding({ biradsScore: 4 }), aFinding({ label: 2 }));
    expect(page.focused()).toBe('Group');
    await page.pressGroup();
    expect(page.grouped).toEqual([{}]);
  });

  it('measures combined sizes automatically and requires a choice for typed sizes', async () => {
    const shortMark = aLengthMark({ end: { u: 0.5, v: 0.5 } });
    const first = aFinding({ massLengthUm: 12_000 });
    const second = aFinding({ label: 2, marks: [shortMark], massLengthUm: 6_000 });
    const page = await openGroupDialog(first, second);
    expect(page.checked()).toEqual(['1', '12.0 mm · measured from all marks']);
    expect(page.focused()).toBe('Group');
    await page.list(first, { ...second, massLengthUm: 33_000 });
    expect(page.dialogText()).toContain('Choose a value: Longest horizontal');
    await page.pressGroup();
    expect(page.grouped).toEqual([]);
    await page.list(first, second);
    await page.pressGroup();
    expect(page.grouped).toEqual([{ massLengthUm: 12_000 }]);
  });

  it('discards a chosen value when its finding leaves the group', async () => {
    const first = aFinding({ label: 1, biradsScore: 4 });
    const second = aFinding({ label: 2, biradsScore: 2 });
    const third = aFinding({ label: 3, biradsScore: 5 });
    const page = await openGroupDialog(first, second, third);
    await page.clickLabel('3 · finding 1');
    await page.list(second, third);
    expect(page.dialogText()).toContain('Choose a value: BI-RADS');
    await page.pressGroup();
    expect(page.grouped).toEqual([]);
    await page.clickLabel('4A · finding 3');
    await page.list(first, second, third);
    await page.pressGroup();
    expect(page.grouped).toEqual([{ biradsScore: 5 }]);
  });
});
