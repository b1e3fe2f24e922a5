// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DEVICE_SETTING_DEFAULTS, type Patient, type PrescanResult } from '#contracts';
import type { ExtensionContext } from '#core';
import { apiToken, navigationToken, noticesToken, sessionToken } from '#core';
import { newId, ok, type Result } from '#foundation';
import { aPatient, aScan, aStudy } from '#testing';
import { click, render, unmountAll } from '#ui/testing';
import type { ExaminationInfo } from '../../state/scan/read-examination.ts';
import type { ScanPlan } from '../../state/scan/start-examination.ts';
import type { JoinableStudy } from '../../state/scan/study-choice.ts';
import { examinationToken, scannerChecksToken, scanRunToken } from '../../state/scan/tokens.ts';
import type { ScannerChecksState } from '../../state/scanner/scanner-checks.ts';
import { PrescanPage } from './prescan-page.tsx';

afterEach(async () => {
  await unmountAll();
  window.location.hash = '';
});

const state = {
  devices: [],
  device: null,
  status: null,
  other: null,
  isChoosable: false,
  problem: null,
};
const scanner = {
  store: { getState: () => state, subscribe: () => () => undefined },
  watch: () => ({ dispose: () => undefined }),
};

async function goTo(patient: Patient): Promise<void> {
  await act(async () => {
    window.location.hash = `#/prescan-info?patient=${patient.id}`;
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
}

const checksStore = () =>
  createStore<ScannerChecksState>(() => ({
    running: null,
    results: new Map(),
    prepared: null,
    problem: null,
  }));

/**
 * Provides all dependencies of the page in memory; `preparationResult` is the scanner's result of a
 * preparation.
 */
function createHarness(preparationResult: PrescanResult['result'] = 'Passed') {
  const resolvers = new Map<string, (result: Result<ExaminationInfo>) => void>();
  const started: ScanPlan[] = [];
  const store = checksStore();
  const read = (id: string) =>
    new Promise<Result<ExaminationInfo>>((resolve) => resolvers.set(id, resolve));
  const start = async (_: ExaminationInfo, plan: ScanPlan) => {
    started.push(plan);
    return ok(undefined);
  };
  const prepare = async (preparation: ScanPlan['preparation']) => {
    const errorCode = preparationResult === 'Passed' ? 'NoError' : 'WaterCriticallyLow';
    const result = {
      result: preparationResult,
      errorCode,
      detail: null,
    } as unknown as PrescanResult;
    store.setState({ prepared: { for: preparation, result } });
    return ok(result);
  };
  const clear = () => store.setState({ prepared: null });
  // No settings were ever saved.
  const call = async (route: { readonly path: string }) =>
    route.path.startsWith('/accounts')
      ? ok({ items: [], total: 0, nextCursor: null })
      : { ok: false as const, problem: { status: 404 } };
  const user = { id: newId() };
  const visited: string[] = [];
  const services = new Map<unknown, unknown>([
    [examinationToken, { read, start }],
    [scanRunToken, { scanner, store: createStore(() => ({ progress: null })) }],
    [scannerChecksToken, { store, prepare, clear }],
    [sessionToken, { mayCall: () => true, store: { getState: () => ({ user }) } }],
    [navigationToken, { go: (path: string) => void visited.push(path) }],
    [noticesToken, { show: () => '', showProblem: () => undefined }],
    [apiToken, { call }],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const respond = (patient: Patient, studies: readonly JoinableStudy[] = []) =>
    act(async () => {
      const indications = new Map([['LUMP', 'Palpable lump']]);
      resolvers.get(patient.id)?.(ok({ patient, studies, indications }));
    });
  return { context, respond, started, visited };
}

const button = (host: HTMLElement, name: RegExp) =>
  [...host.querySelectorAll('button')].find((candidate) => name.test(candidate.textContent ?? ''));
const chip = (host: HTMLElement, value: string) => host.querySelector(`input[value="${value}"]`);

describe('the prescan page', () => {
  it('never shows the prior patient when that response arrives last', async () => {
    const first = aPatient({ lastName: 'First' });
    const second = aPatient({ lastName: 'Second' });
    const { context, respond } = createHarness();
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(first);
    await goTo(second);
    await respond(second);
    expect(host.textContent).toContain('Second');
    await respond(first);
    expect(host.textContent).toContain('Second');
    expect(host.textContent).not.toContain('First');
  });

  it('starts with the side and protocol of the address, and ignores invalid values', async () => {
    const patient = aPatient({ lastName: 'First' });
    const { context, respond } = createHarness();
    await act(async () => {
      window.location.hash = `#/prescan-info?patient=${patient.id}&side=L&protocol=HALF`;
    });
    const { host } = await render(<PrescanPage context={context} />);
    await respond(patient);
    expect(button(host, /Scan the left breast/)?.disabled).toBe(false);
    expect((chip(host, 'FULL') as HTMLInputElement).checked).toBe(true);
  });

  it('prepares the scanner, then starts the chosen side, protocol and settings', async () => {
    const patient = aPatient({ lastName: 'First' });
    const { context, respond, started } = createHarness();
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(patient);
    await respond(patient);
    expect(button(host, /Choose a side/)?.disabled).toBe(true);
    await click(chip(host, 'L'));
    await click(chip(host, 'UQQ'));
    await click(button(host, /Scan the left breast/));
    expect(started).toEqual([
      {
        studyId: null,
        side: 'L',
        protocol: 'UQQ',
        position: 'SUPINE',
        preparation: { settings: DEVICE_SETTING_DEFAULTS, cupDepth: 45 },
      },
    ]);
  });

  it('starts nothing with a scanner that is not ready, and shows the reason and the next actions', async () => {
    const patient = aPatient({ lastName: 'First' });
    const { context, respond, started, visited } = createHarness('Failed');
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(patient);
    await respond(patient);
    await click(chip(host, 'R'));
    await click(button(host, /Scan the right breast/));
    expect(started).toEqual([]);
    const alert = host.querySelector('[role="alert"]');
    expect(alert?.textContent).toContain('Water Critically Low');
    expect(alert?.textContent).toContain('Reset Scanner');
    await click(button(host, /Back To Study/));
    expect(visited).toEqual(['/patient-list']);
  });

  it('leads back to the study of this visit if there is such a study', async () => {
    const patient = aPatient({ lastName: 'First' });
    const { context, respond, visited } = createHarness('Failed');
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(patient);
    await respond(patient, [{ study: aStudy({ id: 'today' }), scans: [], isOfVisit: true }]);
    await click(chip(host, 'R'));
    await click(button(host, /Scan the right breast/));
    await click(button(host, /Back To Study/));
    expect(visited).toEqual(['/scan?study=today']);
  });

  it('names the study by accession, day and indication, and joins an import only when chosen', async () => {
    const patient = aPatient({ lastName: 'First' });
    const study = aStudy({
      accessionNumber: 'ACC-7',
      createdAt: '2026-11-20T12:00:00.000Z',
      indications: ['LUMP'],
    });
    const scans = [aScan({ studyId: study.id, patientId: patient.id, origin: 'IMPORTED' })];
    const { context, respond, started } = createHarness();
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(patient);
    await respond(patient, [{ study, scans, isOfVisit: true }]);
    await click(chip(host, 'R'));
    expect(host.textContent).toContain('ACC-7 · 2026-11-20 · Palpable lump');
    expect(host.textContent).toContain('It contains an imported volume.');
    expect(button(host, /Choose the study to start/)?.disabled).toBe(true);
    await click(chip(host, 'new'));
    await click(button(host, /Scan the right breast/));
    await click(chip(host, study.id));
    await click(button(host, /Scan the right breast/));
    expect(started.map(({ studyId }) => studyId)).toEqual([null, study.id]);
  });

  it('does not reuse a preparation for the next patient', async () => {
    const first = aPatient({ lastName: 'First' });
    const second = aPatient({ lastName: 'Second' });
    const { context, respond } = createHarness();
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(first);
    await respond(first);
    await click(button(host, /^Prepare$/));
    expect(host.textContent).toContain('Ready with these settings');
    await goTo(second);
    await respond(second);
    expect(host.textContent).not.toContain('Ready with these settings');
  });
});
