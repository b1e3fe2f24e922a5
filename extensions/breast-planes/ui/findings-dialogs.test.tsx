// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Finding } from '#contracts';
import { type ExtensionContext, studyToken } from '#core';
import { aFinding } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { createFindingsDesk, findingsDeskToken } from '../state/findings-desk.ts';
import { createReadingState, readingToken } from '../state/reading-state.ts';
import { scanLookUpToken } from '../state/scan-look-up.ts';
import { FindingsDialogs } from './findings-dialogs.tsx';

afterEach(unmountAll);

/** The dialogs over a list of findings that others change. */
async function shown(...findings: readonly Finding[]) {
  const desk = createFindingsDesk();
  const listed = (those: readonly Finding[]) => ({ findingsByScan: { scan: those }, scans: [] });
  const store = createStore(() => listed(findings));
  const said: unknown[] = [];
  const setWords = (...words: readonly unknown[]) => {
    said.push(words);
    return { ok: true };
  };
  const lookUp = { lists: createStore(() => []), readLists: async () => {} };
  const services = new Map<unknown, unknown>([
    [studyToken, { store, setWords }],
    [findingsDeskToken, desk],
    [scanLookUpToken, lookUp],
    [readingToken, createReadingState()],
  ]);
  const context = {
    use: (token: unknown) => services.get(token),
    mayRun: () => true,
  } as unknown as ExtensionContext;
  await render(<FindingsDialogs context={context} />);
  const list = (...those: readonly Finding[]) => act(async () => store.setState(listed(those)));
  const dialog = () => document.querySelector('[role=dialog]');
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  return { desk, list, dialog, button, said };
}

const type = (field: HTMLTextAreaElement | null | undefined, text: string) =>
  act(async () => {
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('keeps what was typed when somebody else deletes the finding, says so, and saves it when it is back', async () => {
  const finding = aFinding({ note: 'Before' });
  const { desk, list, dialog, button, said } = await shown(finding);
  await act(async () => desk.set({ dialog: { kind: 'edit', findingId: finding.id } }));
  await type(dialog()?.querySelector('textarea'), 'Long thought about');
  await list();
  expect(dialog()?.querySelector('textarea')?.value).toBe('Long thought about');
  expect(dialog()?.textContent).toContain('Someone else deleted this finding meanwhile');
  expect(button('Save')?.disabled).toBe(true);
  await list({ ...finding, version: finding.version + 2 });
  expect(button('Save')?.disabled).toBe(false);
  await act(async () => button('Save')?.click());
  expect(said).toEqual([[finding.id, { note: 'Long thought about' }]]);
  expect(dialog()).toBeNull();
});

it('says what someone else wrote of the same meanwhile, before it is replaced', async () => {
  const finding = aFinding({ note: 'Before' });
  const { desk, list, dialog, button, said } = await shown(finding);
  await act(async () => desk.set({ dialog: { kind: 'edit', findingId: finding.id } }));
  await list({ ...finding, massLengthUm: 9_000, version: 2 });
  await type(dialog()?.querySelector('textarea'), 'Mine');
  expect(dialog()?.textContent).not.toContain('meanwhile');
  await list({ ...finding, note: 'Theirs', version: 3 });
  expect(dialog()?.textContent).toContain('Someone else changed the same meanwhile');
  expect(dialog()?.textContent).toContain('Note: Theirs');
  expect(dialog()?.querySelector('textarea')?.value).toBe('Mine');
  await act(async () => button('Save')?.click());
  expect(said).toEqual([[finding.id, { note: 'Mine' }]]);
});

it('keeps what was typed where the report is signed meanwhile, and does not send it', async () => {
  const finding = aFinding();
  const { desk, dialog, button } = await shown(finding);
  await act(async () => desk.set({ dialog: { kind: 'edit', findingId: finding.id } }));
  await type(dialog()?.querySelector('textarea'), 'Too late');
  await act(async () => desk.set({ signed: { name: 'Ada Reader', at: '2026-02-03T10:00:00Z' } }));
  expect(dialog()?.textContent).toContain('Signed by Ada Reader on 2026-02-03');
  expect(dialog()?.querySelector('textarea')?.value).toBe('Too late');
  expect(button('Save')?.disabled).toBe(true);
});

it('goes on with grouping when somebody else deletes the one that was to stay', async () => {
  const [one, two, three] = [1, 2, 3].map((label) => aFinding({ label }));
  if (!one || !two || !three) throw new Error('Three findings are needed');
  const { desk, list, dialog } = await shown(one, two, three);
  const chosenIds = [one.id, two.id, three.id];
  const group = { kind: 'group', chosenIds, targetId: one.id, problem: null, fields: [] } as const;
  await act(async () => desk.set({ dialog: group }));
  await list(two, three);
  expect(dialog()?.querySelectorAll('input[type=checkbox]:checked')).toHaveLength(2);
});
