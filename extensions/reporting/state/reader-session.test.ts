import { describe, expect, it } from 'vitest';
import type { AssignedReaderStudy, CaseReading } from '#contracts';
import { errorResponse, fakePlatform, okResponse, settle } from '#core/testing';
import { newId } from '#foundation';
import { createReaderSession } from './reader-session.ts';

const AT = '2026-01-05T09:00:00.000Z';

/** Opens a page of a reader with one reader study, whose next case is the study of the backend. */
async function openPage(first?: Partial<Awaited<ReturnType<typeof fakePlatform>>>) {
  const platform = await fakePlatform('PHYSICIAN', first ?? {});
  const { backend, study, api, session, clock } = platform;
  const { server, studyId } = backend;
  const reading: CaseReading = {
    ...{ id: newId(), readerStudyId: newId(), readerStudyName: 'Spring', studyId },
    ...{ sides: ['R'], session: 1, arm: 'WITHOUT_AI', position: 1, caseCount: 2 },
    ...{ startedAt: AT, activeSeconds: 7, completedAt: null, noReturn: true, ratings: null },
  };
  const state = { open: null as CaseReading | null };
  const assigned = (): AssignedReaderStudy => ({
    ...{ id: reading.readerStudyId, name: 'Spring', sessions: 1, session: 1, arm: 'WITHOUT_AI' },
    ...{ completed: 0, skipped: 0, total: 2, opensAt: null, isFinished: false, noReturn: true },
    ...{ reading: state.open, lastReadingId: null },
  });
  server.handle('listAssignedReaderStudies', () => okResponse({ items: [assigned()] }));
  server.handle('startReading', () => {
    state.open = reading;
    return okResponse(reading);
  });
  const sent: unknown[] = [];
  server.handle('completeReading', ({ body }) => {
    sent.push(body);
    state.open = null;
    return okResponse({ ...reading, completedAt: AT });
  });
  server.handle('leaveReading', ({ body }) => {
    sent.push(body);
    state.open = null;
    return okResponse(reading);
  });
  server.handle('reportReadingTime', () => okResponse(reading));
  const page = { visible: true };
  const sources = { api, session, study, clock, drafts: platform.formDrafts };
  const open = () => createReaderSession({ ...sources, isPageVisible: () => page.visible });
  await study.open(studyId, backend.scans[0]?.id ?? null);
  await settle();
  return { ...platform, state, reading, page, sent, open, reader: open() };
}

describe('the reader session', () => {
  it('reads in the study of the open case only, and continues its time', async () => {
    const { reader, reading, clock, study } = await openPage();
    await reader.refresh();
    expect(reader.isReading.getState()).toBe(false);
    await reader.start(reading.readerStudyId);
    expect(reader.isReading.getState()).toBe(true);
    await clock.advance(3_000);
    expect(reader.store.getState().activeMs).toBe(10_000);
    await study.close();
    expect(reader.isReading.getState()).toBe(false);
    await clock.advance(5_000);
    expect(reader.store.getState().activeMs).toBe(10_000);
  });

  it('keeps ratings over a reload and sends them with the active time', async () => {
    const { reader, reading, open, sent, clock } = await openPage();
    await reader.start(reading.readerStudyId);
    reader.rateBreast('R', { biradsScore: 3 });
    reader.rateBreast('R', { suspicion: 0 });
    reader.rateFinding('a', 55);
    reader.dispose();
    const reloaded = open();
    await reloaded.refresh();
    expect(reloaded.store.getState().draft).toEqual({
      breasts: { R: { biradsScore: 3, suspicion: 0 } },
      findings: { a: 55 },
    });
    await clock.advance(2_000);
    const breasts = [{ laterality: 'R' as const, biradsScore: 3, suspicion: 0 }];
    expect((await reloaded.complete({ breasts, findings: [] })).ok).toBe(true);
    expect(sent).toEqual([{ breasts, findings: [], activeMs: 2_000 }]);
    expect(reloaded.store.getState()).toMatchObject({ reading: null, busy: false });
  });

  it('continues the open case after a new sign-in, without a reload of the page', async () => {
    const { reader, reading, session } = await openPage();
    await reader.start(reading.readerStudyId);
    await session.signOut();
    await settle();
    expect(reader.store.getState().reading).toBeNull();
    await session.signIn('reader@example.org', 'password');
    await settle();
    expect(reader.store.getState().reading?.id).toBe(reading.id);
  });

  it('leaves a case with its time, and reads the findings of the study again', async () => {
    const { reader, reading, clock, sent, backend } = await openPage();
    await reader.start(reading.readerStudyId);
    await settle();
    await clock.advance(4_000);
    let reads = 0;
    backend.server.handle('listFindings', () => {
      reads += 1;
      return okResponse({ items: [] });
    });
    expect((await reader.leave()).ok).toBe(true);
    await settle();
    expect(sent).toEqual([{ activeMs: 4_000 }]);
    expect(reader.store.getState().reading).toBeNull();
    expect(reads).toBeGreaterThan(0);
  });

  it('keeps the ratings when the server rejects them', async () => {
    const { reader, reading, backend } = await openPage();
    await reader.start(reading.readerStudyId);
    backend.server.handle('completeReading', () => errorResponse(503, 'Unavailable', 'Later'));
    reader.rateBreast('R', { biradsScore: 3, suspicion: 9 });
    expect((await reader.complete({ breasts: [], findings: [] })).ok).toBe(false);
    const { draft, reading: open, busy } = reader.store.getState();
    expect(draft.breasts.R).toEqual({ biradsScore: 3, suspicion: 9 });
    expect([open?.id, busy]).toEqual([reading.id, false]);
  });
});
