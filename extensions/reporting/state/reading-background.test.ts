import { describe, expect, it } from 'vitest';
import { createViewState } from '#core';
import { errorResponse, fakePlatform, okResponse, settle } from '#core/testing';
import { dayTextOf, newId } from '#foundation';
import { aFinding } from '#testing';
import { createReadingBackground } from './reading-background.ts';

const page = (items: readonly unknown[]) =>
  okResponse({ items, total: items.length, nextCursor: null });

/** Opens a study with an earlier study of one scan and one finding, and an even older study. */
async function openWithPriors(first?: Awaited<ReturnType<typeof fakePlatform>>) {
  const platform = await fakePlatform('PHYSICIAN', first ?? {});
  const { backend, study, api, session } = platform;
  const { server } = backend;
  const [scan] = backend.scans;
  if (scan === undefined) throw new Error('The backend has no scan');
  const priorIds = [newId(), newId(), newId()];
  const acquisitionTime = '2025-01-10T09:00:00.000Z';
  const priorScan = { ...scan, id: newId(), studyId: priorIds[0] ?? '', acquisitionTime };
  const priorFinding = aFinding({ id: newId(), scan: { id: priorScan.id } });
  let newestCreatedAt = '2025-01-10T09:00:00.000Z';
  let failures = 0;
  let unreadableScans = 0;
  let volumes = 1;
  const view = createViewState();
  await study.open(backend.studyId, scan.id);
  const opened = study.store.getState().study;
  server.handle('listStudiesOfPatient', () => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('The connection is lost');
    }
    const earlier = priorIds.map((id, idx) => ({
      ...opened,
      id,
      state: 'C',
      createdAt: idx === 0 ? newestCreatedAt : `202${5 - idx}-01-10T09:00:00.000Z`,
    }));
    return page([opened, ...earlier]);
  });
  server.handle('listCompletedScansOfStudy', ({ params }) => {
    if (params.studyId !== priorScan.studyId) return page([]);
    unreadableScans -= 1;
    return unreadableScans >= 0
      ? errorResponse(500, 'Internal', 'The scan is damaged')
      : page([priorScan]);
  });
  server.handle('listScanFiles', ({ params }) =>
    okResponse({ items: [], total: params.scanId === scan.id ? volumes : 0, nextCursor: null }),
  );
  backend.findings.set(priorFinding.id, priorFinding);
  const start = () =>
    createReadingBackground({ api, study, session, view, forms: platform.formDrafts });
  return {
    ...{ view, scan, priorIds, priorScan, priorFinding, start, platform },
    readerId: session.store.getState().user?.id ?? '',
    importNewestLate: () => {
      newestCreatedAt = '2099-01-01T00:00:00.000Z';
    },
    failNext: () => {
      failures = 1;
    },
    failNextScan: () => {
      unreadableScans = 1;
    },
    setVolumes: (count: number) => {
      volumes = count;
    },
  };
}

describe('what a report reads beside the record', () => {
  it('has the earlier studies, newest first, and the findings of the newest ones', async () => {
    const { start, priorIds, priorScan, priorFinding, readerId } = await openWithPriors();
    const background = start();
    await settle();
    const { priors, priorFindings } = background.of([], readerId);
    expect(priors?.map(({ studyId }) => studyId)).toEqual(priorIds);
    const scannedAt = priorScan.acquisitionTime ?? '2025-01-10T09:00:00.000Z';
    expect(priors?.map(({ day }) => day)).toEqual([
      dayTextOf(scannedAt),
      dayTextOf('2024-01-10T09:00:00.000Z'),
      dayTextOf('2023-01-10T09:00:00.000Z'),
    ]);
    expect(priorFindings?.map(({ finding }) => finding.id)).toEqual([priorFinding.id]);
  });

  it('has an exam that was imported after the study had been made, by the day of the exam', async () => {
    const { start, importNewestLate, readerId } = await openWithPriors();
    importNewestLate();
    const background = start();
    await settle();
    const { priors } = background.of([], readerId);
    expect(priors?.map(({ day }) => day)).toEqual(['2025-01-10', '2024-01-10', '2023-01-10']);
  });

  it('notes an earlier study as opened once it is on the screen, also after a reload', async () => {
    const { start, view, priorScan, readerId } = await openWithPriors();
    const background = start();
    await settle();
    const opened = () => background.of([], readerId).priors?.map((prior) => prior.opened);
    expect(opened()).toEqual([false, false, false]);
    view.showPlane('cell', { scanId: priorScan.id, plane: 'COR' });
    expect(opened()).toEqual([true, false, false]);
    background.dispose();
    const reloaded = start();
    await settle();
    expect(reloaded.of([], readerId).priors?.map((prior) => prior.opened)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('knows the seen share of scans with a volume only, none of it before the first view', async () => {
    const { start, view, scan, readerId } = await openWithPriors();
    const background = start();
    await settle();
    expect(background.of([], readerId).seenByScan).toEqual({ [scan.id]: 0 });
    view.set({ viewedFractions: { [scan.id]: 0.4, other: 1 } });
    expect(background.of([], readerId).seenByScan).toEqual({ [scan.id]: 0.4 });
  });

  it('leaves the priors unknown after a failure, and reads them again', async () => {
    const { start, failNext, readerId } = await openWithPriors();
    failNext();
    const background = start();
    await settle();
    expect(background.of([], readerId).priors).toBeNull();
    background.retry();
    await settle();
    expect(background.of([], readerId).priors).toHaveLength(3);
  });

  it('knows the breast with a malignant outcome of an earlier finding', async () => {
    const { start, platform, priorFinding, readerId } = await openWithPriors();
    const { findings, server } = platform.backend;
    findings.set(priorFinding.id, { ...priorFinding, biradsScore: 7 });
    const outcome = {
      id: newId(),
      findingId: priorFinding.id,
      kind: 'BIOPSY',
      result: 'MALIGNANT',
      day: '2025-02-01',
      histology: null,
      createdAt: '2025-02-02T09:00:00.000Z',
      createdBy: null,
      author: null,
      deletedAt: null,
      deletedBy: null,
      deletionReason: null,
    };
    server.handle('listOutcomes', () => page([outcome]));
    const background = start();
    await settle();
    const [side] = background.of([], readerId).provenSides ?? [];
    expect(side).toBe(background.of([], readerId).priorFindings?.[0]?.side);
    server.handle('listOutcomes', () => page([{ ...outcome, deletedAt: '2026-01-01T00:00:00Z' }]));
    const corrected = start();
    await settle();
    expect(corrected.of([], readerId).provenSides?.size).toBe(0);
  });

  it('knows that there are priors although a scan of one can’t be read', async () => {
    const { start, failNextScan, readerId } = await openWithPriors();
    failNextScan();
    const background = start();
    await settle();
    const { priors, priorFindings } = background.of([], readerId);
    expect(priors?.map(({ opened }) => opened)).toEqual([null, false, false]);
    expect(priorFindings).toBeUndefined();
    background.retry();
    await settle();
    expect(background.of([], readerId).priorFindings).toHaveLength(1);
  });

  it('knows the share of a volume that was reconstructed after the study was opened', async () => {
    const { start, setVolumes, view, scan, readerId } = await openWithPriors();
    setVolumes(0);
    const background = start();
    await settle();
    expect(background.of([], readerId).seenByScan).toEqual({});
    view.set({ viewedFractions: { [scan.id]: 0.2 } });
    expect(background.of([], readerId).seenByScan).toEqual({ [scan.id]: 0.2 });
    view.set({ viewedFractions: {} });
    setVolumes(1);
    background.retry();
    await settle();
    expect(background.of([], readerId).seenByScan).toEqual({ [scan.id]: 0 });
  });

  it('notes a chosen finding of another reader as opened', async () => {
    const { start, platform, scan, readerId } = await openWithPriors();
    const { backend, study } = platform;
    const foreign = aFinding({
      id: newId(),
      scan: { id: scan.id },
      createdBy: newId(),
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
    backend.findings.set(foreign.id, foreign);
    await study.readFindings(scan.id);
    const background = start();
    const unread = () => [...background.of([foreign], readerId).unreadFindingIds];
    expect(unread()).toEqual([foreign.id]);
    study.selectFinding(foreign.id);
    expect(unread()).toEqual([]);
  });
});
