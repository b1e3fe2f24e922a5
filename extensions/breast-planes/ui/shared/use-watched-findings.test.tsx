// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { type ExtensionContext, studyToken, viewStateToken } from '#core';
import { fakePlatform, settle } from '#core/testing';
import { newId } from '#foundation';
import { render, unmountAll } from '#ui/testing';
import { priorFindingsToken } from '../../state/findings/prior-findings.ts';
import { createRawState, rawToken } from '../../state/views/raw-state.ts';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { useRawSweep } from '../raw/use-raw-sweep.ts';
import { useWatchedFindings } from './use-watched-findings.ts';

afterEach(unmountAll);

interface ViewProps {
  readonly context: ExtensionContext;
  readonly scan: Scan;
}

function Plane({ context, scan }: ViewProps) {
  useWatchedFindings(context, scan);
  return null;
}

function Raw({ context, scan }: ViewProps) {
  useRawSweep(context, scan, 'cell', 'CEN');
  return null;
}

/** Renders a view of a scan and returns which findings are loaded. */
async function renderView(exam: 'current' | 'prior', view: 'plane' | 'raw') {
  const { study, backend, api, viewState } = await fakePlatform('PHYSICIAN');
  const [current] = backend.scans;
  if (current === undefined) throw new Error('The backend has no scan');
  await study.open(backend.studyId, null);
  const scan: Scan = exam === 'current' ? current : { ...current, id: newId(), studyId: newId() };
  const watchedPriors = new Set<string>();
  const prior = {
    watch: ({ id }: Scan) => {
      watchedPriors.add(id);
      return { dispose: () => watchedPriors.delete(id) };
    },
  };
  const services = new Map<string, unknown>([
    [studyToken.id, study],
    [viewStateToken.id, viewState],
    [readingToken.id, createReadingState()],
    [rawToken.id, createRawState()],
    [priorFindingsToken.id, prior],
    ['clockface.api', api],
  ]);
  const get = (token: { readonly id: string }) => services.get(token.id) ?? null;
  const context = { use: get, tryUse: get } as unknown as ExtensionContext;
  const View = view === 'plane' ? Plane : Raw;
  await render(<View context={context} scan={scan} />);
  await settle();
  const loadedScanIds = () => Object.keys(study.store.getState().findingsByScan);
  return { scan, watchedPriors, loadedScanIds };
}

it.each(['plane', 'raw'] as const)(
  'a %s view loads the findings of a prior scan until the view closes',
  async (view) => {
    const { scan, watchedPriors, loadedScanIds } = await renderView('prior', view);
    expect([...watchedPriors]).toEqual([scan.id]);
    expect(loadedScanIds()).not.toContain(scan.id);
    await unmountAll();
    expect(watchedPriors.size).toBe(0);
  },
);

it.each(['plane', 'raw'] as const)(
  'a %s view loads the findings of a current scan with the open study',
  async (view) => {
    const { scan, watchedPriors, loadedScanIds } = await renderView('current', view);
    expect(watchedPriors.size).toBe(0);
    expect(loadedScanIds()).toContain(scan.id);
  },
);
