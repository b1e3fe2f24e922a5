// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { builtInLists } from '#contracts';
import type { ExtensionContext } from '#core';
import { type ReadingStudy, readingStudy, validationResponse } from '#core/testing';
import { click, render, type, unmountAll, until } from '#ui/testing';
import { createFindingsUiState, findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { FindingsDialogs } from './findings-dialogs.tsx';
import { UnsavedEntries } from './list/unsaved-entries.tsx';

let opened: ReadingStudy | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

/** Opens the dialogs and the row of a saved finding, whose calls the fake server answers. */
async function openFindings() {
  opened = await readingStudy();
  const { add, autosave, study } = opened;
  const finding = add();
  const other = add();
  await autosave();
  const findingsUi = createFindingsUiState();
  const commands: string[] = [];
  const services = new Map<unknown, unknown>([
    ...opened.provisions,
    [findingsUiToken, findingsUi],
    [readingToken, createReadingState()],
    [scanLookupToken, { lists: createStore(() => builtInLists), readLists: async () => {} }],
  ]);
  const context = {
    use: (token: unknown) => services.get(token),
    mayRun: () => true,
    run: async (id: string) => void commands.push(id),
  } as unknown as ExtensionContext;
  await render(
    <>
      <FindingsDialogs context={context} />
      <UnsavedEntries context={context} finding={finding} />
    </>,
  );
  const edit = () =>
    act(async () => findingsUi.set({ dialog: { kind: 'edit', findingId: finding.id } }));
  const group = () =>
    act(async () =>
      findingsUi.set({
        dialog: {
          kind: 'group',
          findingIds: [finding.id, other.id],
          targetId: finding.id,
          problem: null,
          errors: {},
        },
      }),
    );
  const save = () => act(async () => autosave());
  return { ...opened, study, finding, other, edit, group, save, commands };
}

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const row = () => document.querySelector('[data-testid=unsaved-entries]');
const note = () => document.querySelector('textarea');
const errorOf = (element: Element | null | undefined): string =>
  (element?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

describe('a finding that the server rejects after its form has closed', () => {
  it('names the errors in its row, and marks the fields when the form opens again', async () => {
    const { backend, edit, save, commands } = await openFindings();
    const errors = { note: 'No personal data', 'marks.a.depth': 'Too deep' };
    backend.server.once('updateFinding', validationResponse(errors));
    await edit();
    await type(note(), 'Mrs Amsalem');
    await click(button('Save'));
    expect(note()).toBeNull();
    await save();
    expect(row()?.textContent).toContain('Description: No personal data');
    expect(row()?.textContent).toContain('Marks: Too deep');
    await click(button('Continue editing'));
    expect(commands).toEqual(['breast-planes.edit-note']);
    await edit();
    expect(note()?.value).toBe('Mrs Amsalem');
    expect(errorOf(note())).toContain(errors.note);
    expect(document.querySelector('[role=alert]')?.textContent).toBe('marks.a.depth: Too deep.');
    await type(note(), 'Patient');
    expect(errorOf(note())).not.toContain(errors.note);
    await click(button('Save'));
    await save();
    expect(row()).toBeNull();
    expect([...backend.findings.values()].map((stored) => stored.note)).toContain('Patient');
  });
});

describe('the form that groups findings', () => {
  it('shows the errors of the server beside the fields, and others as an error of the form', async () => {
    const { backend, finding, other, study, save, group } = await openFindings();
    study.setFindingFields(finding.id, { biradsScore: 4 });
    study.setFindingFields(other.id, { biradsScore: 2 });
    await save();
    const errors = { 'resolved.biradsScore': 'Not in the list', 'resolved.isMass': 'Not given' };
    backend.server.once('groupFindings', validationResponse(errors));
    await group();
    const birads = () =>
      [...document.querySelectorAll('[role=radiogroup]')].find((chips) =>
        chips.textContent?.startsWith('BI-RADS'),
      );
    await click(birads()?.querySelector('label input'));
    await click(button('Group'));
    await until(() => errorOf(birads()).includes('Not in the list'));
    expect(document.querySelector('[role=alert]')?.textContent).toBe('resolved.isMass: Not given.');
    await click(button('Group'));
    await until(() => document.querySelector('[role=dialog]') === null);
  });
});
