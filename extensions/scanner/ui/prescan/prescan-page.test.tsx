// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DEVICE_SETTING_DEFAULTS, type Patient, type PrescanResult, routes } from '#contracts';
import type { ExtensionContext } from '#core';
import { apiToken, navigationToken, noticesToken, sessionToken } from '#core';
import { fail, newId, ok, problem, type Result } from '#foundation';
import { aDeviceStatus, aPatient, aScan, aStudy } from '#testing';
import { click, press, render, unmountAll } from '#ui/testing';
import type { ExaminationInfo } from '../../state/scan/read-examination.ts';
import type { ScanPlan } from '../../state/scan/start-examination.ts';
import type { JoinableStudy } from '../../state/scan/study-choice.ts';
import {
  examinationToken,
  runningScanToken,
  scannerChecksToken,
  scanRunToken,
} from '../../state/scan/tokens.ts';
import type { ScannerChecksState } from '../../state/scanner/scanner-checks.ts';
import type { ScannerState } from '../../state/scanner/scanner-client.ts';
import { PrescanPage } from './prescan-page.tsx';

afterEach(async () => {
  await unmountAll();
  window.location.hash = '';
  state = NO_SCANNER;
});

const NO_SCANNER: ScannerState = {
  devices: [],
  device: null,
  status: null,
  other: null,
  isChoosable: false,
  problem: null,
};
let state = NO_SCANNER;
const scanner = {
  store: { getState: () => state, subscribe: () => () => undefined },
  watch: () => ({ dispose: () => undefined }),
  onTick: () => ({ dispose: () => undefined }),
  onStatus: () => ({ dispose: () => undefined }),
};

async function goTo(patient: Patient, query = ''): Promise<void> {
  await act(async () => {
    window.location.hash = `#/prescan-info?patient=${patient.id}${query}`;
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

const NOT_FOUND = { ok: false as const, problem: { status: 404 } };

/**
 * Provides all dependencies of the page in memory; `preparationResult` is the scanner's result of a
 * preparation.
 */
function createHarness(
  preparationResult: PrescanResult['result'] = 'Passed',
  {
    maySave = true,
    readPresets = async (): Promise<unknown> => NOT_FOUND,
    saveSettings = async (): Promise<unknown> => NOT_FOUND,
  } = {},
) {
  const resolvers = new Map<string, (result: Result<ExaminationInfo>) => void>();
  const started: ScanPlan[] = [];
  const startProblems: string[] = [];
  const store = checksStore();
  const read = (id: string) =>
    new Promise<Result<ExaminationInfo>>((resolve) => resolvers.set(id, resolve));
  const start = async (_: ExaminationInfo, plan: ScanPlan) => {
    started.push(plan);
    const code = startProblems.shift();
    return code === undefined ? ok(undefined) : fail(problem(code, 'Not started', '', ''));
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
      : route === routes.deviceSettingsByCupDepth
        ? readPresets()
        : route === routes.listDeviceSettingsOfUser
          ? ok({ items: [], total: 0, nextCursor: null })
          : route === routes.createDeviceSettings
            ? saveSettings()
            : NOT_FOUND;
  const user = { id: newId() };
  const visited: string[] = [];
  const go = (path: string, { replace = false } = {}): void => {
    if (replace) window.history.replaceState(null, '', `#${path}`);
    else visited.push(path);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const services = new Map<unknown, unknown>([
    [examinationToken, { read, start }],
    [scanRunToken, { scanner, store: createStore(() => ({ progress: null })) }],
    [scannerChecksToken, { store, prepare, clear }],
    [runningScanToken, { store: createStore(() => ({ running: null })), watch: scanner.watch }],
    [
      sessionToken,
      { mayCall: () => true, can: () => maySave, store: { getState: () => ({ user }) } },
    ],
    [navigationToken, { go }],
    [noticesToken, { show: () => '', showProblem: () => undefined }],
    [apiToken, { call }],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const respond = (patient: Patient, studies: readonly JoinableStudy[] = []) =>
    act(async () => {
      const indications = new Map([['LUMP', 'Palpable lump']]);
      resolvers.get(patient.id)?.(ok({ patient, studies, indications }));
    });
  const respondProblem = (patient: Patient) =>
    act(async () => {
      resolvers.get(patient.id)?.(fail(problem('NETWORK', 'Not read', '', '')));
    });
  return { context, respond, respondProblem, started, startProblems, visited };
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

  it('shows what was scanned in the joined study, and preselects the missing side', async () => {
    const patient = aPatient();
    const study = aStudy();
    const right = aScan({ scanState: 'C', acquisitionTime: '2026-11-20T10:12:00' });
    const { context, respond, started } = createHarness();
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(patient);
    await respond(patient, [{ study, scans: [right], isOfVisit: true, isSigned: false }]);
    expect(host.textContent).toContain('Right breast · scanned 10:12 ✓');
    expect(host.textContent).not.toContain('Left breast · scanned');
    await click(button(host, /Scan the left breast/));
    expect(started[0]?.side).toBe('L');
    await click(chip(host, 'R'));
    expect(button(host, /Scan the right breast/)).toBeDefined();
  });

  it.each(['STUDY_CHANGED', 'REPORT_SIGNED', 'VISIT_ENDED'])(
    'shows the studies again after %s, keeps the other choices, and asks for the study again',
    async (code) => {
      const patient = aPatient();
      const study = aStudy();
      const { context, respond, respondProblem, started, startProblems } = createHarness();
      const { host } = await render(<PrescanPage context={context} />);
      await goTo(patient);
      await respond(patient, [{ study, scans: [], isOfVisit: true, isSigned: false }]);
      await click(chip(host, 'L'));
      await click(chip(host, study.id));
      startProblems.push(code);
      await click(button(host, /Scan the left breast/));
      expect(host.textContent).toContain('Not started');
      await click(button(host, /Show the studies again/));
      await respondProblem(patient);
      expect(host.textContent).toContain('Not read');
      await click(button(host, /Show the studies again/));
      await respond(patient, [{ study, scans: [], isOfVisit: true, isSigned: true }]);
      expect(host.querySelector('[role="alert"]')).toBeNull();
      expect(chip(host, study.id)).toBeNull();
      expect(host.textContent).toContain('signed');
      await click(button(host, /Scan the left breast/));
      expect(started.map(({ studyId, side }) => [studyId, side])).toEqual([
        [study.id, 'L'],
        [null, 'L'],
      ]);
    },
  );

  it('offers no studies after another problem', async () => {
    const patient = aPatient();
    const { context, respond, startProblems } = createHarness();
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(patient);
    await respond(patient);
    await click(chip(host, 'L'));
    startProblems.push('OTHER_SCANNER');
    await click(button(host, /Scan the left breast/));
    expect(host.textContent).toContain('Not started');
    expect(button(host, /Show the studies again/)).toBeUndefined();
  });

  it('follows side, protocol and study of the address while it is open', async () => {
    const patient = aPatient();
    const [first, second] = [aStudy({ id: 'first' }), aStudy({ id: 'second' })];
    const { context, respond, started } = createHarness();
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(patient, '&side=L&protocol=UQQ&study=first');
    const parts = { scans: [], isOfVisit: true, isSigned: false };
    await respond(patient, [
      { study: first, ...parts },
      { study: second, ...parts },
    ]);
    await click(chip(host, 'R'));
    await click(chip(host, 'new'));
    await goTo(patient, '&side=R&protocol=FULL&study=second');
    expect(button(host, /Scan the right breast/)?.disabled).toBe(false);
    await goTo(patient, '&side=L&protocol=UQQ&study=first');
    await click(button(host, /Scan the left breast/));
    await goTo(patient, '&side=R&protocol=FULL&study=second');
    await click(button(host, /Scan the right breast/));
    expect(started).toMatchObject([
      { side: 'L', protocol: 'UQQ', studyId: 'first' },
      { side: 'R', protocol: 'FULL', studyId: 'second' },
    ]);
  });

  it('follows the address of the other breast again after a choice by hand', async () => {
    const patient = aPatient();
    const study = aStudy();
    const { context, respond, started } = createHarness();
    const { host } = await render(<PrescanPage context={context} />);
    const otherBreast = `&study=${study.id}&side=L&protocol=UQQ`;
    await goTo(patient, otherBreast);
    await respond(patient, [{ study, scans: [], isOfVisit: true, isSigned: false }]);
    await click(chip(host, 'R'));
    await click(chip(host, 'FULL'));
    expect(host.querySelector('h2')?.textContent).toBe('Right breast');
    // The address names what is displayed, so that a reload shows the same.
    const query = new URLSearchParams(window.location.hash.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      patient: patient.id,
      study: study.id,
      side: 'R',
      protocol: 'FULL',
    });
    await goTo(patient, otherBreast);
    expect(host.querySelector('h2')?.textContent).toBe('Left breast');
    await click(button(host, /Scan the left breast/));
    expect(started).toMatchObject([{ side: 'L', protocol: 'UQQ', studyId: study.id }]);
  });

  it('keeps the study that the operator chose when the side is changed by hand', async () => {
    const patient = aPatient();
    const study = aStudy();
    const { context, respond, started } = createHarness();
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(patient, '&side=L');
    await respond(patient, [{ study, scans: [], isOfVisit: true, isSigned: false }]);
    await click(chip(host, 'new'));
    await click(chip(host, 'R'));
    await click(button(host, /Scan the right breast/));
    expect(started).toMatchObject([{ side: 'R', studyId: null }]);
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

  it.each([
    ['ready', true],
    ['paused', false],
  ] as const)(
    'offers to reset a scanner with an error that is %s: %s, because a reset stops a scan',
    async (deviceState, offered) => {
      const patient = aPatient();
      const { context, respond } = createHarness();
      state = {
        ...NO_SCANNER,
        status: aDeviceStatus({
          id: newId(),
          at: '2026-11-20T12:00:00.000Z',
          scanId: deviceState === 'paused' ? newId() : null,
          epoch: 1,
          state: deviceState,
          errorCode: 'TooMuchMovement',
        }),
      };
      const { host } = await render(<PrescanPage context={context} />);
      await goTo(patient);
      await respond(patient);
      expect(button(host, /Scan|Choose a side/)).toBeDefined();
      expect(button(host, /Reset Scanner/) !== undefined).toBe(offered);
    },
  );

  it('leads back to the study of this visit if there is such a study', async () => {
    const patient = aPatient({ lastName: 'First' });
    const { context, respond, visited } = createHarness('Failed');
    const { host } = await render(<PrescanPage context={context} />);
    await goTo(patient);
    await respond(patient, [
      { study: aStudy({ id: 'today' }), scans: [], isOfVisit: true, isSigned: false },
    ]);
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
    await respond(patient, [{ study, scans, isOfVisit: true, isSigned: false }]);
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

describe('the device settings before a scan', () => {
  const open = async (harness: ReturnType<typeof createHarness>): Promise<HTMLElement> => {
    const patient = aPatient();
    const { host } = await render(<PrescanPage context={harness.context} />);
    await goTo(patient);
    await harness.respond(patient);
    await click(chip(host, 'R'));
    return host;
  };
  const stored = {
    ...DEVICE_SETTING_DEFAULTS,
    focus: 31,
    cupDepth: 45,
    userId: null,
    scanId: null,
  };

  it('are awaited, so that no scan starts without the preset of its cup', async () => {
    let respond: (response: unknown) => void = () => undefined;
    const presets = new Promise((resolve) => {
      respond = resolve;
    });
    const harness = createHarness('Passed', { readPresets: () => presets });
    const host = await open(harness);
    expect(button(host, /Scan the right breast/)?.disabled).toBe(true);
    expect(button(host, /^Prepare$/)?.disabled).toBe(true);
    expect(host.textContent).not.toContain('The site has no preset');
    await act(async () => respond(ok(stored)));
    await click(button(host, /Scan the right breast/));
    const [plan] = harness.started;
    expect(plan?.preparation.settings).toMatchObject({ focus: 31, mode: 'AUTO' });
  });

  it('that can’t be read are requested again, and manual settings stay possible', async () => {
    let fails = true;
    const problem = { status: 500, title: 'No database', detail: '', next: 'Wait.', code: 'X' };
    const harness = createHarness('Passed', {
      readPresets: async () => (fails ? { ok: false, problem } : ok(stored)),
    });
    const host = await open(harness);
    expect(host.textContent).toContain('No database');
    expect(host.textContent).not.toContain('The site has no preset');
    expect(button(host, /Scan the right breast/)?.disabled).toBe(true);
    await click(host.querySelector('[role="switch"]'));
    expect(button(host, /Scan the right breast/)?.disabled).toBe(false);
    await click(host.querySelector('[role="switch"]'));
    fails = false;
    await click(button(host, /^Retry$/));
    expect(host.textContent).toContain('Using the site preset for a 45 mm cup.');
    await click(button(host, /Scan the right breast/));
    expect(harness.started[0]?.preparation.settings.focus).toBe(31);
  });

  it('show the errors of the server beside the fields, and others as an error of the form', async () => {
    const errors = { focus: 'Beyond the range of the array', userId: 'No such user' };
    const fields = Object.entries(errors).map(([field, message]) => ({
      field,
      code: 'x',
      message,
    }));
    const invalid = { status: 400, title: 'Invalid', detail: '', next: '', code: 'X' };
    const rejection = { ok: false, problem: { ...invalid, fields, omittedErrors: 0 } };
    const host = await open(createHarness('Passed', { saveSettings: async () => rejection }));
    await click(host.querySelector('[role="switch"]'));
    await click(button(host, /Save as my settings/));
    const [focus] = [...host.querySelectorAll('label')].filter(
      ({ textContent }) => textContent === 'Focus',
    );
    const input = document.getElementById(focus?.htmlFor ?? '');
    const described = () =>
      document.getElementById(input?.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
    expect(described()).toBe(errors.focus);
    expect(host.querySelector('[role=alert]')?.textContent).toBe('userId: No such user.');
    await press('ArrowUp', input);
    expect(described()).toBeNull();
  });

  it('can be saved as own settings only with permission, and the card gives the reason', async () => {
    const withPermission = await open(createHarness());
    await click(withPermission.querySelector('[role="switch"]'));
    expect(button(withPermission, /Save as my settings/)?.disabled).toBe(false);
    expect(withPermission.textContent).not.toContain('Your role can’t save');
    await unmountAll();
    const host = await open(createHarness('Passed', { maySave: false }));
    await click(host.querySelector('[role="switch"]'));
    expect(button(host, /Save as my settings/)?.disabled).toBe(true);
    expect(host.textContent).toContain(
      'Your role can’t save device settings. They apply to this scan only.',
    );
  });
});
