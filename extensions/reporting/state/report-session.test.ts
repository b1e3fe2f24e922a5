import { describe, expect, it } from 'vitest';
import { topics } from '#contracts';
import { createViewState } from '#core';
import { aLengthMark, errorResponse, type FakePlatform, fakePlatform, settle } from '#core/testing';
import { newId } from '#foundation';
import { changeFindingText, changeSide, changeText } from '../model/edit-content.ts';
import { readCodeLists } from './code-lists.ts';
import { followVersions } from './follow-versions.ts';
import { createLocalDrafts } from './local-draft.ts';
import { createReadingBackground } from './reading-background.ts';
import { createReportSession } from './report-session.ts';
import { type ReportBackend, reportBackend } from './test-support/report-backend.ts';

type Page = Pick<FakePlatform, 'backend' | 'broker' | 'clock' | 'storage'>;

/** Opens the study of the backend with its report; a second page shares the first one's backend. */
async function openReport(first?: Page & { readonly reports: ReportBackend }) {
  const platform = await fakePlatform('PHYSICIAN', first ?? {});
  const { backend, study, api, session, live, clock } = platform;
  const reports = first?.reports ?? reportBackend(backend);
  const background = createReadingBackground({
    ...{ api, study, session, view: createViewState(), forms: platform.formDrafts },
  });
  const report = createReportSession({
    api,
    study,
    session,
    live,
    background,
    clock,
    lists: readCodeLists(api),
    drafts: createLocalDrafts(platform.formDrafts),
    language: () => 'en',
  });
  await study.open(backend.studyId, backend.scans[0]?.id ?? null);
  await settle();
  const saveNow = async (): Promise<void> => {
    await clock.advance(1_000);
    await settle();
  };
  const closePage = (): void => {
    report.dispose();
    background.dispose();
    study.dispose();
  };
  return {
    ...platform,
    reports,
    report,
    saveNow,
    closePage,
    values: () => report.store.getState(),
    shownId: (): string => {
      const { draft, stored } = report.store.getState();
      return draft?.id ?? stored?.id ?? '';
    },
  };
}

/** A report whose finding has sentences that the templates write. */
async function openComposedReport() {
  const page = await openReport();
  const added = page.study.addFinding(aLengthMark());
  if (!added.ok) throw new Error(added.problem.title);
  page.study.setLabels(added.value.id, { SHAPE: ['OVAL'] });
  return page;
}

const benign = changeSide('L', { biradsScore: 3 });

describe('a report being written', () => {
  it('starts with the first change and saves itself after a second', async () => {
    const { report, reports, saveNow, values } = await openReport();
    expect(values()).toMatchObject({ status: 'ready', draft: null, stored: null });
    report.edit(benign);
    expect(values().save).toBe('waiting');
    expect(reports.reports).toHaveLength(0);
    await saveNow();
    expect(values().save).toBe('saved');
    expect(reports.reports).toMatchObject([{ content: { left: { biradsScore: 3 } } }]);
    report.edit(changeText('indication', 'Palpable lump'));
    await saveNow();
    expect(reports.reports).toMatchObject([
      { version: 2, content: { left: { biradsScore: 3 }, indication: 'Palpable lump' } },
    ]);
  });

  it('keeps no copy in the browser of composed sentences that the server has', async () => {
    const { report, saveNow, formDrafts, backend } = await openComposedReport();
    report.edit(benign);
    expect(createLocalDrafts(formDrafts).read(backend.studyId)).not.toBeNull();
    await saveNow();
    expect(createLocalDrafts(formDrafts).read(backend.studyId)).toBeNull();
  });

  it('covers the scanned breasts and carries text that follows the findings', async () => {
    const { report, study, saveNow, values } = await openReport();
    report.edit(benign);
    expect(values().draft?.content.right).not.toBeNull();
    const added = study.addFinding(aLengthMark());
    if (!added.ok) throw new Error(added.problem.title);
    study.setLabels(added.value.id, { SHAPE: ['OVAL'] });
    const own = () =>
      values().draft?.content.findingTexts.find(({ findingId }) => findingId === added.value.id);
    expect(
      own()
        ?.sentences.map(({ text }) => text)
        .join(' '),
    ).toContain('val');
    study.setLabels(added.value.id, { SHAPE: ['ROUND'] });
    expect(
      own()
        ?.sentences.map(({ text }) => text)
        .join(' '),
    ).toContain('ound');
    study.deleteFinding(added.value.id);
    expect(own()).toBeUndefined();
    await saveNow();
    expect(values().save).toBe('saved');
  });

  it('returns the edited text of a finding whose deletion is undone', async () => {
    const { report, study, values } = await openReport();
    report.edit(benign);
    const added = study.addFinding(aLengthMark());
    if (!added.ok) throw new Error(added.problem.title);
    const { id } = added.value;
    report.edit(changeFindingText(id, 'Known since 2019.'));
    const text = () =>
      values().draft?.content.findingTexts.find((own) => own.findingId === id)?.text;
    study.deleteFinding(id);
    expect(text()).toBeUndefined();
    study.undo();
    expect(text()).toBe('Known since 2019.');
  });

  it('keeps its text on this computer while the server is unreachable, and saves it later', async () => {
    const { report, reports, backend, clock, saveNow, values } = await openReport();
    report.edit(benign);
    backend.server.reachable = false;
    await saveNow();
    expect(values().save).toBe('offline');
    backend.server.reachable = true;
    await clock.advance(60_000);
    await settle();
    expect(values().save).toBe('saved');
    expect(reports.reports).toHaveLength(1);
  });

  it('restores on the next page what a crash left unsaved', async () => {
    const first = await openReport();
    first.report.edit(changeText('indication', 'Not saved before the crash'));
    first.closePage();
    const second = await openReport(first);
    expect(second.values().draft?.content.indication).toBe('Not saved before the crash');
    await second.saveNow();
    expect(second.reports.reports).toMatchObject([
      { content: { indication: 'Not saved before the crash' } },
    ]);
  });

  it('keeps no copy in the browser of what was saved while another study was opened', async () => {
    const { report, study, saveNow, formDrafts, backend, values } = await openReport();
    report.edit(benign);
    await saveNow();
    report.edit(changeText('indication', 'Saved on the way out'));
    void report.flush();
    await study.close();
    await settle();
    expect(values().studyId).toBeNull();
    expect(formDrafts.read(`report.${backend.studyId}`)).toBeNull();
  });

  it('stores a change once although the response to the save was lost', async () => {
    const { report, reports, backend, clock, saveNow, values } = await openReport();
    backend.server.once('saveReport', 'response-lost');
    report.edit(benign);
    await saveNow();
    await clock.advance(60_000);
    await settle();
    expect(values().save).toBe('saved');
    expect(reports.reports).toHaveLength(1);
  });
});

describe('texts of findings', () => {
  it('stay as edited while the findings of a reopened study are still being read', async () => {
    const first = await openReport();
    first.report.edit(benign);
    const added = first.study.addFinding(aLengthMark());
    if (!added.ok) throw new Error(added.problem.title);
    await first.study.flush();
    first.report.edit((content) => content);
    first.report.edit(changeFindingText(added.value.id, 'Edited by the reader'));
    await first.saveNow();
    first.closePage();
    first.backend.server.handle('listFindings', () =>
      errorResponse(500, 'Internal', 'The findings can’t be read'),
    );
    const second = await openReport(first);
    await second.saveNow();
    expect(second.values().draft?.content.findingTexts).toMatchObject([
      { findingId: added.value.id, text: 'Edited by the reader' },
    ]);
  });
});

describe('two writers', () => {
  it('shows both versions after a change of another page, and keeps the chosen one', async () => {
    const first = await openReport();
    first.report.edit(benign);
    await first.saveNow();
    const second = await openReport(first);
    second.report.edit(changeText('indication', 'Theirs'));
    await second.saveNow();
    first.report.edit(changeText('indication', 'Mine'));
    await first.saveNow();
    expect(first.values()).toMatchObject({
      save: 'failed',
      conflict: { content: { indication: 'Theirs' } },
      draft: { content: { indication: 'Mine' } },
    });
    await first.report.resolveConflict('mine');
    expect(first.values()).toMatchObject({ save: 'saved', conflict: null });
    expect(first.reports.reports.at(-1)?.content.indication).toBe('Mine');
    second.report.edit(changeText('indication', 'Theirs again'));
    await second.saveNow();
    await second.report.resolveConflict('theirs');
    expect(second.values()).toMatchObject({
      conflict: null,
      draft: { content: { indication: 'Mine' } },
    });
  });

  it('takes no older answer for a change of another page', async () => {
    const { report, reports, backend, saveNow, values } = await openReport();
    report.edit(benign);
    await saveNow();
    const older = reports.reports[0];
    report.edit(changeText('indication', 'Newer'));
    await saveNow();
    backend.server.once('latestReportOfStudy', { status: 200, body: older });
    await report.refresh();
    expect(values()).toMatchObject({
      conflict: null,
      save: 'saved',
      draft: { content: { indication: 'Newer' } },
      stored: { version: 2 },
    });
  });

  it('reads what another reader started while the study is open', async () => {
    const { report, reports, broker, backend, session, live, values } = await openReport();
    const stop = followVersions({ report, live, session });
    reports.addForeign();
    const { organization } = backend.user;
    const message = { id: newId(), at: '2026-01-05T09:00:00Z', studyId: backend.studyId };
    broker.send(topics.study(organization.id, backend.studyId), { ...message, what: 'STUDY' });
    await settle();
    expect(values().stored).toMatchObject({ number: 1, state: 'DRAFT' });
    stop.dispose();
  });

  it('shows the draft of another reader without a right to change it, until a new version starts', async () => {
    const first = await openReport();
    first.reports.addForeign();
    await first.report.refresh();
    expect(first.report.canEdit()).toBe(false);
    first.report.edit(benign);
    expect(first.values().draft).toBeNull();
    first.report.startVersion();
    first.report.edit(benign);
    await first.saveNow();
    expect(first.reports.reports.map(({ number }) => number)).toEqual([1, 2]);
  });
});

describe('the signature', () => {
  it('saves the last change, makes the report preliminary and signs it', async () => {
    const { report, reports, values, shownId } = await openReport();
    report.edit(benign);
    expect((await report.complete(shownId())).ok).toBe(true);
    expect(values()).toMatchObject({ draft: null, stored: { state: 'PRELIMINARY' } });
    expect(await report.sign(shownId(), 'wrong')).toMatchObject({
      ok: false,
      problem: { status: 403 },
    });
    expect(reports.reports.at(-1)?.signedAt).toBeNull();
    expect((await report.sign(shownId(), 'right')).ok).toBe(true);
    expect(values().stored).toMatchObject({ state: 'SIGNED' });
    expect(report.canEdit()).toBe(false);
  });

  it('leaves a draft as it is after a wrong password', async () => {
    const { report, reports, values, shownId } = await openReport();
    report.edit(benign);
    expect((await report.sign(shownId(), 'wrong')).ok).toBe(false);
    expect(reports.reports).toMatchObject([{ state: 'DRAFT' }]);
    expect(report.canEdit()).toBe(true);
    expect((await report.sign(shownId(), 'right')).ok).toBe(true);
    expect(values()).toMatchObject({ draft: null, stored: { state: 'SIGNED' } });
  });

  it('stays when the addendum that was started after it is discarded', async () => {
    const { report, reports, values, shownId } = await openReport();
    report.edit(benign);
    await report.sign(shownId(), 'right');
    await report.writeAddendum('The mass is smaller.');
    expect(values().stored).toMatchObject({ state: 'ADDENDUM', signedAt: null });
    expect((await report.discard()).ok).toBe(true);
    expect(values().stored).toMatchObject({ state: 'SIGNED' });
    expect(reports.reports.map(({ state }) => state)).toEqual(['SIGNED']);
    // A signed report is never discarded.
    expect((await report.discard()).ok).toBe(true);
    expect(values().stored).toMatchObject({ state: 'SIGNED' });
  });

  it('is never given to the version of another reader', async () => {
    const { report, reports, values, shownId } = await openReport();
    report.edit(benign);
    await report.flush();
    const own = shownId();
    const foreign = reports.addForeign({ state: 'PRELIMINARY' });
    await report.refresh();
    // The draft is still shown, so that the reader signs what they see.
    expect(values().draft?.id).toBe(own);
    expect(await report.sign(foreign.id, 'right')).toMatchObject({
      ok: false,
      problem: { code: 'REPORT_CHANGED' },
    });
    expect(reports.reports.every(({ signedAt }) => signedAt === null)).toBe(true);
    expect((await report.sign(own, 'right')).ok).toBe(true);
    expect(reports.reports.find(({ id }) => id === own)?.state).toBe('SIGNED');
    expect(reports.reports.find(({ id }) => id === foreign.id)?.state).toBe('PRELIMINARY');
  });

  it('is not given while the server is unreachable, which loses nothing', async () => {
    const { report, reports, backend, values, clock, shownId } = await openReport();
    report.edit(benign);
    backend.server.reachable = false;
    expect((await report.complete(shownId())).ok).toBe(false);
    expect(values().draft?.content.left?.biradsScore).toBe(3);
    backend.server.reachable = true;
    await clock.advance(60_000);
    await settle();
    expect(reports.reports).toMatchObject([{ state: 'DRAFT' }]);
  });

  it('shows the findings as they were signed', async () => {
    const { report, reports, study, shownId } = await openReport();
    report.edit(benign);
    await report.complete(shownId());
    await report.sign(shownId(), 'right');
    study.addFinding(aLengthMark());
    expect(reports.reports.at(-1)?.findings).toEqual([]);
    expect(report.context()?.findings).toEqual([]);
  });

  it('is followed by addenda only', async () => {
    const { report, values, shownId } = await openReport();
    report.edit(benign);
    await report.complete(shownId());
    await report.sign(shownId(), 'right');
    await report.writeAddendum('The mass is smaller');
    await report.writeAddendum('The mass is much smaller');
    expect(values().stored).toMatchObject({
      state: 'ADDENDUM',
      addendumText: 'The mass is much smaller',
    });
    expect(values().versions).toHaveLength(2);
    await report.sign(shownId(), 'right');
    expect(values().stored).toMatchObject({ state: 'ADDENDUM', signedAt: expect.any(String) });
  });
});

it('discards a draft and shows the version before it', async () => {
  const { report, reports, saveNow, values } = await openReport();
  reports.addForeign({ state: 'PRELIMINARY' });
  await report.refresh();
  report.startVersion();
  report.edit(benign);
  await saveNow();
  expect((await report.discard()).ok).toBe(true);
  expect(values()).toMatchObject({ draft: null, stored: { number: 1, state: 'PRELIMINARY' } });
});
