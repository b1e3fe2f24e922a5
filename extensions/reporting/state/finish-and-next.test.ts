import { describe, expect, it } from 'vitest';
import type { ReportContent } from '#contracts';
import { createViewState } from '#core';
import { errorResponse, fakePlatform, settle } from '#core/testing';
import { ok } from '#foundation';
import { changeSide } from '../model/edit-content.ts';
import { readCodeLists } from './code-lists.ts';
import { createFinishAndNext } from './finish-and-next.ts';
import { createLocalDrafts } from './local-draft.ts';
import { createReadingBackground } from './reading-background.ts';
import { createReportSession } from './report-session.ts';
import { createReportView } from './report-view.ts';
import { reportBackend } from './test-support/report-backend.ts';

/** Opens a study of a list in which `nextId` follows; null ends the list. */
async function openStudy(role: 'PHYSICIAN' | 'VIEWER' = 'PHYSICIAN', nextId: string | null = 'n') {
  const platform = await fakePlatform(role);
  const { backend, study, api, session, live, clock, notices } = platform;
  const reports = reportBackend(backend);
  const lists = readCodeLists(api);
  const background = createReadingBackground({
    ...{ api, study, session, view: createViewState(), forms: platform.formDrafts },
  });
  const report = createReportSession({
    ...{ api, study, session, live, background, clock, lists },
    drafts: createLocalDrafts(platform.formDrafts),
    language: () => 'en',
  });
  const shown = createReportView();
  const visited: string[] = [];
  let opened = 0;
  const finishing = createFinishAndNext({
    ...{ report, study, session, notices, shown, levels: {} },
    navigation: { go: (path) => void visited.push(path) },
    readingList: { next: async () => ok(nextId) },
    openReport: () => {
      opened += 1;
    },
  });
  await study.open(backend.studyId, backend.scans[0]?.id ?? null);
  await settle();
  const shownNotices = () => notices.store.getState().map(({ text }) => text);
  return {
    ...{ backend, report, reports, finishing, shown, visited, notices, shownNotices },
    openings: () => opened,
  };
}

/** Categories and densities of both breasts, which no check blocks. */
const complete = (content: ReportContent): ReportContent => {
  const side = { biradsScore: 3, breastDensity: 'HETERO' } as const;
  return changeSide('R', side)(changeSide('L', side)(content));
};

describe('finishing a study', () => {
  it('makes an own draft preliminary and opens the next study of the list', async () => {
    const { report, reports, finishing, visited } = await openStudy();
    report.edit(complete);
    await finishing.run();
    expect(reports.reports.map(({ state }) => state)).toEqual(['PRELIMINARY']);
    expect(visited).toEqual(['/scan?study=n']);
  });

  it('shows the first check that blocks the report, with its reason, and stays', async () => {
    const { report, reports, finishing, shown, visited, shownNotices, openings } =
      await openStudy();
    report.edit(changeSide('L', { biradsScore: 1 }));
    await finishing.run();
    expect(visited).toEqual([]);
    expect(openings()).toBe(1);
    const { goTo } = shown.getState();
    expect(goTo?.level).toBe('block');
    expect(shownNotices()).toEqual([`The report is not finished. ${goTo?.message}`]);
    expect(reports.reports.every(({ state }) => state === 'DRAFT')).toBe(true);
  });

  it('goes on without a report, and for roles that write none', async () => {
    for (const role of ['PHYSICIAN', 'VIEWER'] as const) {
      const { reports, finishing, visited } = await openStudy(role);
      await finishing.run();
      expect(visited, role).toEqual(['/scan?study=n']);
      expect(reports.reports, role).toEqual([]);
    }
  });

  it('stays with the problem when the report can’t be saved', async () => {
    const { backend, report, finishing, visited, shownNotices } = await openStudy();
    report.edit(complete);
    backend.server.handle('saveReport', () => errorResponse(422, 'Invalid', 'The disk is full'));
    await finishing.run();
    expect(visited).toEqual([]);
    expect(shownNotices()).toHaveLength(1);
  });

  it('says at the end of the list how to get back', async () => {
    const { finishing, visited, notices } = await openStudy('PHYSICIAN', null);
    await finishing.run();
    const [notice] = notices.store.getState();
    expect(notice?.text).toBe('This was the last study of the list.');
    notice?.action?.run();
    expect(visited).toEqual(['/study-list']);
  });

  it('opens a single study when it is asked for twice', async () => {
    const { finishing, visited } = await openStudy();
    const first = finishing.run();
    expect(finishing.busy.getState()).toBe(true);
    await Promise.all([first, finishing.run()]);
    expect(visited).toHaveLength(1);
    expect(finishing.busy.getState()).toBe(false);
  });
});
