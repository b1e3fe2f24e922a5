// @vitest-environment jsdom
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import { type Feature, type Job, type Role, type Scan, topics } from '#contracts';
import type { ExtensionSource, StudyState, ViewportProps } from '#core';
import { type FakeBackend, okResponse, settle } from '#core/testing';
import { newId, problem } from '#foundation';
import { aScanFile } from '#testing';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import {
  aRecordingMode,
  aViewingExtension,
  aViewingMode,
} from '../test-support/fake-extensions.tsx';
import { modeTexts } from '../texts/mode-texts.ts';
import { ModePage } from './mode-page.tsx';

let opened: FakeApplication | null = null;

afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
  vi.restoreAllMocks();
});

const AT = '2026-11-20T10:12:00Z';
const aJob = (scanId: string, change: Partial<Job> = {}): Job => ({
  id: newId(),
  jobType: 'R3D',
  entityId: scanId,
  status: 'IN_PROGRESS',
  phase: 'Reconstructing',
  done: 0,
  total: 0,
  attempt: 1,
  problem: null,
  createdAt: AT,
  startedAt: AT,
  endedAt: null,
  ...change,
});

function showVolumes({ server }: FakeBackend, isAvailable = true): void {
  server.handle('listScanFiles', ({ params, query }) => {
    const isVolume = query.get('fileCategory') === 'VOLUME3D' && isAvailable;
    const items = isVolume ? [aScanFile({ scanId: params.scanId ?? '' })] : [];
    return okResponse({ items, total: items.length, nextCursor: null });
  });
}

function View({ image, cellId, onToggleMaximise }: ViewportProps) {
  return (
    <button type="button" data-file={image.file?.id} onClick={onToggleMaximise}>
      {`View ${cellId} of ${image.scan.label}`}
    </button>
  );
}

async function open(
  options: {
    readonly role?: Role;
    /** Replaces the permissions of the role. */
    readonly permissions?: readonly Feature[];
    readonly sources?: readonly ExtensionSource[];
    readonly scan?: Partial<Scan>;
    readonly volumes?: boolean;
    /** Latest reconstruction of the scan; absent when the scan never had one. */
    readonly job?: Partial<Job>;
    /** Delays the findings until the promise resolves. */
    readonly findingsRead?: Promise<void>;
  } = {},
) {
  const { role = 'PHYSICIAN', sources = [aViewingExtension(View)], volumes = true } = options;
  opened = await fakeApplication(role, { sources, modes: [aViewingMode, aRecordingMode] });
  const { backend, session } = opened.platform;
  const { permissions } = options;
  if (permissions !== undefined) {
    session.update({ ...backend.user, permissions: [...permissions] });
  }
  backend.scans.splice(0, 1, { ...(backend.scans[0] as Scan), ...options.scan });
  showVolumes(backend, volumes);
  const { job, findingsRead } = options;
  if (findingsRead !== undefined) {
    backend.server.handle('listFindings', async () => {
      await findingsRead;
      return okResponse({ items: [], total: 0, nextCursor: null });
    });
  }
  if (job !== undefined) {
    backend.server.handle('latestJob', ({ params }) =>
      okResponse(aJob(params.entityId ?? '', job)),
    );
  }
  await render(
    opened.wrap(
      <MemoryRouter
        initialEntries={[`/scan?study=${backend.studyId}&scan=${backend.scans[0]?.id}`]}
      >
        <ModePage path="/scan" />
      </MemoryRouter>,
    ),
  );
  return { application: opened, backend };
}

const text = (): string => document.body.textContent ?? '';
const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );

const scanChip = (side: string) =>
  [...document.querySelectorAll('button')].find((button) =>
    button.getAttribute('aria-label')?.startsWith(`Scan ${side},`),
  );

describe('the mode page', () => {
  it('shows patient, views with images, panel and tools', async () => {
    await open();
    await until(() => text().includes('View left of R') && text().includes('The list'));
    expect(text()).toContain('View right of R');
    expect(text()).toContain('Patient, Test');
    expect(buttonNamed('Length')?.getAttribute('aria-pressed')).toBe('true');
  });

  it('shows that the study opens until the findings of its scan have arrived', async () => {
    const findings = Promise.withResolvers<void>();
    await open({ findingsRead: findings.promise });
    await until(() => text().includes('Patient, Test'));
    expect(text()).not.toContain(modeTexts.noScan.text);
    expect(text()).toContain(modeTexts.openingStudy);
    await act(() => findings.resolve());
    await until(() => text().includes('View left of R'));
  });

  it('opens the panel that the view state names, and names the panel that the reader opens', async () => {
    const { application } = await open();
    await until(() => text().includes('The list'));
    const { viewState } = application.platform;
    await act(() => viewState.set({ openPanelId: 'views.notes' }));
    await until(() => text().includes('The notes'));
    expect(text()).not.toContain('The list');
    const tab = [...document.querySelectorAll('[role=tab]')].find(
      (one) => one.textContent === 'List',
    );
    await click(tab);
    await until(() => text().includes('The list'));
    expect(viewState.store.getState().openPanelId).toBe('views.list');
  });

  it.each([
    ['a role that views studies without patients', 'VIEWER', true],
    ['a blind annotator', 'BLIND_ANNOTATOR', false],
  ] as const)('requests priors as the server permits them for %s', async (_, role, requested) => {
    const { backend } = await open({ role, permissions: ['STUDY_VIEW'] });
    await until(() => text().includes('View left of R'));
    await act(settle);
    const isRequested = backend.server.calls.some(({ route }) => route === 'listPriorScans');
    expect(isRequested).toBe(requested);
  });

  it('shows why the mode cannot run when its extension is disabled', async () => {
    await open({ sources: [] });
    await until(() => text().includes('Viewing'));
    expect(text()).toContain('views');
    expect(document.querySelector('[role=alert]')).not.toBeNull();
  });

  it('has one menu for the open scan, and none once the scan is deleted', async () => {
    const { application, backend } = await open({ scan: { orientationConfirmed: false } });
    await until(() => text().includes('View left of R'));
    const countMenus = () => document.querySelectorAll('[aria-label^="Actions for scan"]').length;
    expect(countMenus()).toBe(1);
    backend.scans.splice(0, 1);
    await act(async () => void (await application.platform.study.refresh()));
    await until(() => text().includes('This scan is no longer in this study'));
    expect(countMenus()).toBe(0);
  });

  it('reports that the open scan was deleted and opens another scan only on request', async () => {
    const { application, backend } = await open();
    await until(() => text().includes('View left of R'));
    backend.scans.splice(0, 1);
    await act(async () => void (await application.platform.study.refresh()));
    await until(() => text().includes('This scan is no longer in this study'));
    expect(text()).not.toContain(modeTexts.noScan.text);
    expect(buttonNamed(modeTexts.noScan.importFiles)).toBeUndefined();
    await click(buttonNamed('Open scan L'));
    await until(() => text().includes('View left of L'));
  });

  it('names a view that throws and keeps the other views', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const draw = (props: ViewportProps) => {
      if (props.cellId === 'left') throw new Error('no graphics');
      return <View {...props} />;
    };
    await open({ sources: [aViewingExtension(draw)] });
    await until(() => text().includes('Plane failed') && text().includes('View right of R'));
    expect(text()).toContain('no graphics');
  });

  it('maximises and restores a view without remounting', async () => {
    await open();
    await until(() => text().includes('View left of R'));
    const viewButton = buttonNamed('View left of R');
    await click(viewButton);
    const cell = viewButton?.closest('[data-cell]');
    expect(cell?.getAttribute('data-maximised')).toBe('true');
    expect(buttonNamed('View right of R')?.closest('[inert]')).not.toBeNull();
    await click(viewButton);
    expect(cell?.getAttribute('data-maximised')).toBe('false');
    expect(buttonNamed('View left of R')).toBe(viewButton);
  });

  it('ends maximising when the layout removes the view', async () => {
    const { application } = await open();
    await until(() => text().includes('View left of R'));
    const { viewState } = application.platform;
    await act(async () => {
      viewState.set({ maximisedCellId: 'of-another-layout', selectedLayoutId: 'another' });
    });
    expect(viewState.store.getState().maximisedCellId).toBeNull();
    expect(buttonNamed('View left of R')?.closest('[inert]')).toBeNull();
  });

  it('shows the scan that was pressed last, even when another scan loads later', async () => {
    const { backend } = await open();
    await until(() => text().includes('View left of R'));
    const pendingResponses: (() => void)[] = [];
    const noFindings = okResponse({ items: [], total: 0, nextCursor: null });
    backend.server.handle(
      'listFindings',
      () => new Promise((resolve) => void pendingResponses.push(() => resolve(noFindings))),
    );
    await click(scanChip('L'));
    await until(() => pendingResponses.length === 1);
    await click(scanChip('R'));
    await act(async () => {
      for (const respond of pendingResponses) respond();
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(scanChip('R')?.getAttribute('aria-pressed')).toBe('true');
    expect(text()).toContain('View left of R');
  });

  it('shows a volume that arrives while the page is open', async () => {
    const { application, backend } = await open({ volumes: false, scan: { origin: 'IMPORTED' } });
    await until(() => text().includes(modeTexts.images.none));
    showVolumes(backend);
    const { broker } = application.platform;
    const scanId = backend.scans[0]?.id ?? '';
    const message = { id: newId(), at: AT, scanId, what: 'FILES' };
    const scanTopic = topics.scan(backend.user.organization.id, scanId);
    await act(async () => void broker.send(scanTopic, message));
    await until(() => text().includes('View left of R'));
  });

  it('shows the volume that the server selects among several', async () => {
    const { application, backend } = await open({ volumes: false, scan: { origin: 'IMPORTED' } });
    await until(() => text().includes(modeTexts.images.none));
    const scanId = backend.scans[0]?.id ?? '';
    const selected = aScanFile({ scanId });
    const other = aScanFile({ scanId });
    backend.server.handle('listScanFiles', ({ query }) => {
      const items = query.get('fileCategory') === 'VOLUME3D' ? [other, selected] : [];
      return okResponse({ items, total: items.length, nextCursor: null });
    });
    backend.server.handle('getVolume', () =>
      okResponse({ file: selected, levels: [{ file: selected, url: '/a' }] }),
    );
    await act(async () => application.platform.broker.disconnectAll());
    await act(async () => application.platform.clock.advance(30_000));
    await until(() => text().includes('View left of R'));
    expect(document.querySelector('[data-file]')?.getAttribute('data-file')).toBe(selected.id);
  });

  it('returns to the first scan after a finding opened the other side', async () => {
    const { application, backend } = await open();
    await until(() => text().includes('View left of R'));
    const leftScanId = backend.scans.find(({ laterality }) => laterality.id === 'L')?.id ?? '';
    await act(async () => void (await application.services.study.selectScan(leftScanId)));
    await until(() => text().includes('View left of L'));
    await click(scanChip('R'));
    await until(() => text().includes('View left of R'), 1_000);
  });

  it('hides drawing tools from users who may not mark', async () => {
    await open({ role: 'VIEWER' });
    await until(() => text().includes('View left of R'));
    expect(buttonNamed('Length')).toBeUndefined();
    expect(buttonNamed('Undo')).toBeDefined();
  });

  it('warns about an assumed orientation until confirmed', async () => {
    const { backend } = await open({ scan: { orientationConfirmed: false, origin: 'IMPORTED' } });
    backend.server.handle('confirmOrientation', () => {
      backend.scans[0] = { ...(backend.scans[0] as Scan), orientationConfirmed: true, version: 2 };
      return okResponse(backend.scans[0]);
    });
    await until(() => buttonNamed('Orientation assumed') !== undefined);
    await click(buttonNamed('Orientation assumed'));
    await until(() => buttonNamed('Confirm orientation') !== undefined);
    await click(buttonNamed('Confirm orientation'));
    await until(() => buttonNamed('Orientation assumed') === undefined);
  });

  it('reports a scan without an image and offers a reconstruction', async () => {
    const { backend } = await open({ volumes: false });
    await until(() => text().includes('This scan has no images yet.'));
    await click(buttonNamed('Reconstruct'));
    await until(() => backend.server.calls.some((call) => call.route === 'queueJob'));
  });

  it('shows the progress of the reconstruction in place of the views, then the views', async () => {
    const { application, backend } = await open({ volumes: false, job: { done: 7, total: 30 } });
    await until(() => text().includes('7 of 30'));
    expect(text()).toContain('The planes appear when the reconstruction is complete');
    expect(buttonNamed('Cancel 3D reconstruction')).toBeDefined();
    showVolumes(backend);
    const scanId = backend.scans[0]?.id ?? '';
    backend.server.handle('queueJob', () => okResponse(aJob(scanId, { status: 'COMPLETED' })));
    await application.services.jobs.queue('R3D', scanId);
    await until(() => text().includes('View left of R'));
  });

  it('keeps the recording mode until the volume of the scan is available', async () => {
    const { application, backend } = await open({ scan: { scanState: 'I' }, volumes: false });
    await until(() => document.querySelector('[aria-label=Recording]') !== null);
    backend.scans[0] = { ...(backend.scans[0] as Scan), scanState: 'C' };
    await act(async () => void (await application.services.study.refresh()));
    expect(document.querySelector('[aria-label=Recording]')).not.toBeNull();
    showVolumes(backend);
    const scanId = backend.scans[0]?.id ?? '';
    backend.server.handle('queueJob', () => okResponse(aJob(scanId, { status: 'COMPLETED' })));
    await act(async () => void (await application.services.jobs.queue('R3D', scanId)));
    await until(() => text().includes('View left of R'));
  });

  it('shows why a reconstruction failed and offers to repeat it', async () => {
    const problem = {
      code: 'R3D_NO_FRAMES',
      title: 'Frames are missing',
      detail: '',
      next: 'Scan.',
    };
    const { backend } = await open({ volumes: false, job: { status: 'FAILED', problem } });
    await until(() => text().includes('Frames are missing'));
    await click(buttonNamed('Reconstruct again'));
    await until(() => backend.server.calls.some((call) => call.route === 'queueJob'));
  });

  it('reports a cancelled reconstruction without offering it to viewers', async () => {
    await open({ volumes: false, role: 'VIEWER', job: { status: 'CANCELLED' } });
    await until(() => text().includes('The reconstruction was cancelled'));
    expect(buttonNamed('Reconstruct again')).toBeUndefined();
  });

  it('returns the focus to the image after a click on the tool rail, but not after a key', async () => {
    const draw = ({ cellId }: ViewportProps) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: represents an image that handles keys
      <div tabIndex={0} data-testid={cellId} />
    );
    const { application } = await open({ sources: [aViewingExtension(draw)] });
    await until(() => document.querySelectorAll('[data-cell] [data-testid]').length === 2);
    application.services.viewState.set({ activeCellId: 'right' });
    const tool = buttonNamed('Length');
    await act(async () => tool?.focus());
    // `detail` is 0 for a click by key.
    const clickTool = (detail: number) =>
      act(async () => void tool?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail })));
    await clickTool(0);
    expect(document.activeElement).toBe(tool);
    await clickTool(1);
    expect(document.activeElement).toBe(document.querySelector('[data-testid=right]'));
  });

  it('shows conflicts in a strip unless a panel on the screen handles them', async () => {
    const draw = () => <p>An image</p>;
    const { application } = await open({ sources: [aViewingExtension(draw)] });
    await until(() => text().includes('An image'));
    const { study, viewState } = application.services;
    const { setState } = study.store as unknown as StoreApi<StudyState>;
    const cause = problem('VERSION_CONFLICT', 'Someone else changed this finding', '', '');
    act(() => setState({ conflict: { problem: cause, mine: null, theirs: null } }));
    await until(() => text().includes('Someone else changed this finding'));
    act(() => viewState.set({ handlesConflicts: true }));
    expect(text()).not.toContain('Someone else changed this finding');
  });
});
