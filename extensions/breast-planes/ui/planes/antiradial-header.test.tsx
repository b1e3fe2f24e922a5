// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Scan } from '#contracts';
import { type ExtensionContext, keyHintsToken, studyToken, viewStateToken } from '#core';
import { fakePlatform } from '#core/testing';
import { click, render, unmountAll } from '#ui/testing';
import type { CommandServices } from '../../commands/services.ts';
import { adjustCommand, invertCommand, type ViewServices } from '../../commands/views/views.ts';
import { PRESETS } from '../../model/views/adjust-presets.ts';
import {
  adjustmentOf,
  createPresentations,
  presentationToken,
} from '../../state/views/presentations.ts';
import { createViewSettings, viewSettingsToken } from '../../state/views/view-settings.ts';
import { AntiradialHeader } from './antiradial-viewport.tsx';

afterEach(unmountAll);

it('changes the adjustments that the antiradial and radial planes share, by commands and by the button in the header', async () => {
  const { backend, study, viewState, notices, session } = await fakePlatform('PHYSICIAN');
  const scan = backend.scans[0] as Scan;
  await study.open(backend.studyId, scan.id);
  const presentations = createPresentations();
  const settings = createViewSettings();
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [viewStateToken, viewState],
    [presentationToken, presentations],
    [viewSettingsToken, settings],
    [keyHintsToken, createStore(() => new Map())],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  viewState.set({ visibleCellIds: ['cor', 'rad', 'arad'], activeCellId: 'arad' });
  const image = { scan, kind: 'VOLUME', file: null } as const;
  const cell = { context, cellId: 'arad', options: {}, maximised: false } as const;
  const { host } = await render(
    <AntiradialHeader
      {...cell}
      image={image}
      scan={scan}
      details="12:00"
      onToggleMaximise={() => undefined}
    />,
  );
  const viewServices = { view: viewState, study, presentations, settings, notices, session };
  const commandServices = viewServices as unknown as CommandServices & ViewServices;
  const { signal } = new AbortController();
  const adjustment = () => adjustmentOf(presentations.store.getState(), scan, 'RAD');
  await act(async () => invertCommand(commandServices).run(undefined, signal));
  expect(adjustment().inverted).toBe(true);
  await act(async () => adjustCommand(commandServices).run({ preset: 3 }, signal));
  expect(adjustment()).toEqual({ ...PRESETS[2]?.adjustment, inverted: true });
  await act(async () => adjustCommand(commandServices).run({ preset: null }, signal));
  expect(settings.store.getState().popover).toEqual({ cellId: 'arad', kind: 'adjust' });
  await act(async () => settings.set({ popover: null }));
  await click(host.querySelector('button[aria-label^="Adjust image: antiradial and radial"]'));
  expect(settings.store.getState().popover).toEqual({ cellId: 'arad', kind: 'adjust' });
  expect(notices.store.getState()).toEqual([]);
});
