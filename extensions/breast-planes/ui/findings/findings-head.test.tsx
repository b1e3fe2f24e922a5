// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type ExtensionContext, keyHintsToken } from '#core';
import { fakePlatform, testConfig } from '#core/testing';
import { aLengthMark } from '#testing';
import { click, render, unmountAll, until } from '#ui/testing';
import { createDrawingState, drawingToken } from '../../state/findings/drawing-state.ts';
import { createFindingsUiState, findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { FindingsHead } from './findings-head.tsx';

afterEach(unmountAll);

/** Opens the head of the panel at a site that does or does not group crossing lengths. */
async function openHead(autoGroupLengthMarks: boolean) {
  const config = { ...testConfig, flags: { ...testConfig.flags, autoGroupLengthMarks } };
  const platform = await fakePlatform('PHYSICIAN', { config });
  const { backend, study, preferences } = platform;
  await study.open(backend.studyId, backend.scans[0]?.id ?? null);
  const services = new Map<unknown, unknown>([
    ...platform.provisions,
    [drawingToken, createDrawingState()],
    [findingsUiToken, createFindingsUiState()],
    [readingToken, createReadingState()],
    [keyHintsToken, createStore(() => new Map())],
    [scanLookupToken, { lists: createStore(() => []), readLists: () => undefined }],
  ]);
  const context = {
    use: (token: unknown) => services.get(token),
    mayRun: () => true,
  } as unknown as ExtensionContext;
  await render(<FindingsHead context={context} />);
  return { study, preferences };
}

const entry = () =>
  [...document.querySelectorAll('[role=menuitem]')].find(({ textContent }) =>
    textContent?.startsWith('Group crossing lengths automatically'),
  );

async function openMenu(): Promise<void> {
  await click(document.querySelector('[aria-label="Findings menu"]'));
  await until(() => document.querySelector('[role=menuitem]') !== null);
}

/** A length across `aLengthMark`. */
const crossing = () => aLengthMark({ start: { u: 0.5, v: 0.3 }, end: { u: 0.5, v: 0.7 } });

describe('the menu of all findings', () => {
  it('offers no grouping of crossing lengths where the site has switched it off', async () => {
    const { study } = await openHead(false);
    await openMenu();
    expect(entry()).toBeUndefined();
    const before = study.store.getState().findings.length;
    study.addFinding(aLengthMark());
    study.addFinding(crossing());
    expect(study.store.getState().findings).toHaveLength(before + 2);
  });

  it('switches the grouping of crossing lengths off where the site has switched it on', async () => {
    const { study, preferences } = await openHead(true);
    const before = study.store.getState().findings.length;
    study.addFinding(aLengthMark());
    study.addFinding(crossing());
    expect(study.store.getState().findings).toHaveLength(before + 1);
    await openMenu();
    expect(entry()?.textContent).toContain(': on');
    await click(entry());
    await until(() => preferences.store.getState().values.get('reading.auto-group') === 'off');
    study.addFinding(aLengthMark());
    study.addFinding(crossing());
    expect(study.store.getState().findings).toHaveLength(before + 3);
    await openMenu();
    await until(() => entry()?.textContent?.includes(': off') === true);
  });
});
