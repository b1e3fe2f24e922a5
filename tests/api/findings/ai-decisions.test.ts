import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AiRun, Finding, FindingEdit, FindingRelation, Note } from '#contracts';
import { addAiFinding, anAiRun, aProposal } from '../support/ai-finding.ts';
import {
  addCompletedScan,
  addStudy,
  signReport,
  startSigningTenants,
} from '../support/completed-scans.ts';
import { aFinding, PNG } from '../support/records.ts';
import { ifVersion, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scanId = '';
let aiId = '';
beforeAll(async () => {
  calls = await startSigningTenants();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan({ scanState: 'C', epoch: 1 });
  const finding = aProposal({ note: 'Hypoechoic' });
  await calls.must('PHYSICIAN', 'POST', `/scans/${scanId}/aiRuns`, {
    body: anAiRun({ findings: [finding] }),
  });
  aiId = finding.id;
});

type Decision = { decision: 'ACCEPTED' | 'REJECTED' | null; reason?: string | null };
const decide = (decision: Decision, id = aiId) =>
  calls.as<Finding>('PHYSICIAN', 'POST', `/findings/${id}/actions/decideAi`, { body: decision });
const listFindings = async () =>
  (await calls.must<{ items: Finding[] }>('PHYSICIAN', 'GET', `/scans/${scanId}/findings`)).items;
const listUserFindings = async () =>
  (await listFindings()).filter(({ generator }) => generator.id === 'USER');
const relations = async () =>
  (await calls.must<{ items: FindingRelation[] }>('PHYSICIAN', 'GET', `/findingrel/ai/${aiId}`))
    .items;
const accept = () => decide({ decision: 'ACCEPTED' });

async function onlyUserFinding(): Promise<Finding> {
  const [finding, ...others] = await listUserFindings();
  expect(others).toEqual([]);
  if (finding === undefined) throw new Error('There is no user finding');
  return finding;
}

describe('a decision on an AI finding', () => {
  it('accepted creates a linked user finding with copies of the marks, and keeps the original', async () => {
    const [before] = await listFindings();
    const accepted = await accept();
    const by = calls.tenants.ownOrg.accountOf('PHYSICIAN').id;
    expect(accepted.status).toBe(200);
    expect(accepted.body).toMatchObject({
      id: aiId,
      generator: { id: 'AIAD' },
      marks: before?.marks,
      ai: { score: 0.75, decision: { kind: 'ACCEPTED', reason: null, by } },
    });
    const copy = await onlyUserFinding();
    expect(copy).toMatchObject({ ai: null, note: 'Hypoechoic', massLengthUm: 20_000, label: 2 });
    const [mark] = Object.values(copy.marks);
    const [aiMark] = Object.values(before?.marks ?? {});
    expect(mark?.id).not.toBe(aiMark?.id);
    expect(mark).toMatchObject({
      frame: aiMark?.frame,
      markViewParams: { points: aiMark?.markViewParams.points, generatedBy: 'USER' },
    });
    expect(await relations()).toMatchObject([{ userFindingId: copy.id, createdBy: by }]);
  });

  it('repeated changes nothing', async () => {
    const first = await accept();
    expect(await accept()).toMatchObject({ status: 200, body: { version: first.body.version } });
    expect(await listUserFindings()).toHaveLength(1);
  });

  it('undone deletes the copy, unless a reader has edited the copy', async () => {
    await accept();
    const undone = await decide({ decision: null });
    expect(undone.body.ai?.decision).toBeNull();
    expect(await listUserFindings()).toEqual([]);
    expect(await relations()).toEqual([]);
    await accept();
    const { id, version, marks, ...copy } = await onlyUserFinding();
    const { massLengthUm, massWidthUm, massHeightUm } = copy;
    const sizes = { massLengthUm, massWidthUm, massHeightUm };
    await calls.must('PHYSICIAN', 'PUT', `/findings/${id}`, {
      body: { marks, note: 'Cyst', ...sizes },
      ...ifVersion(version),
    });
    await decide({ decision: null });
    expect(await onlyUserFinding()).toMatchObject({ id, note: 'Cyst' });
    await accept();
    expect((await onlyUserFinding()).id).toBe(id);
  });

  it('undone keeps a copy with a note, and deletes it once the note is deleted', async () => {
    await accept();
    const { id } = await onlyUserFinding();
    const body = { text: 'Compare with the prior' };
    const note = await calls.must<Note>('PHYSICIAN', 'POST', `/findings/${id}/notes`, { body });
    await decide({ decision: null });
    expect((await onlyUserFinding()).id).toBe(id);
    await accept();
    await calls.must('PHYSICIAN', 'DELETE', `/findings/${id}/notes/${note.id}`);
    await decide({ decision: null });
    expect(await listUserFindings()).toEqual([]);
  });

  it('uses a copy again that its reader restored after the decision was undone', async () => {
    await accept();
    const { id, marks, note, massLengthUm, massWidthUm, massHeightUm } = await onlyUserFinding();
    await decide({ decision: null });
    const body = { marks, note, massLengthUm, massWidthUm, massHeightUm };
    await calls.must('PHYSICIAN', 'PUT', `/findings/${id}`, { body, ...ifVersion(2) });
    await accept();
    expect((await onlyUserFinding()).id).toBe(id);
  });

  it('undone deletes the thumbnail of the copy and names the copy in the audit', async () => {
    await accept();
    const { id, version } = await onlyUserFinding();
    await calls.must('PHYSICIAN', 'PUT', `/findings/${id}/thumbnail`, {
      body: { thumbnailBase64: PNG },
      ...ifVersion(version),
    });
    const thumbnails = async () => {
      const path = `/scans/${scanId}/scanfiles?fileCategory=FINDING_THUMB`;
      return (await calls.must<{ items: unknown[] }>('PHYSICIAN', 'GET', path)).items;
    };
    expect(await thumbnails()).toHaveLength(1);
    await decide({ decision: null });
    expect(await thumbnails()).toEqual([]);
    const { subject } = await calls.tenants.db
      .selectFrom('audit')
      .select('subject')
      .where('act', '=', 'decideAiFinding')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(subject).toMatchObject({ decision: 'UNDONE', userFindingId: id });
  });

  it('rejected needs a reason and replaces an acceptance', async () => {
    const withoutReason = await decide({ decision: 'REJECTED' });
    expect(withoutReason).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason', code: 'REJECTION_REASON' }] },
    });
    expect((await decide({ decision: 'ACCEPTED', reason: 'SHADOW' })).status).toBe(400);
    await accept();
    const rejected = await decide({ decision: 'REJECTED', reason: 'SHADOW' });
    expect(rejected.body.ai?.decision).toMatchObject({ kind: 'REJECTED', reason: 'SHADOW' });
    expect(await listUserFindings()).toEqual([]);
    const freeText = await decide({ decision: 'REJECTED', reason: 'Cooper’s ligament' });
    expect(freeText.body.ai?.decision?.reason).toBe('Cooper’s ligament');
    expect((await accept()).body.ai?.decision?.kind).toBe('ACCEPTED');
    expect(await listUserFindings()).toHaveLength(1);
  });

  it('is refused for user findings and for AI findings without a run', async () => {
    const { id } = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
      body: aFinding(scanId),
    });
    const conflict = { status: 409, body: { code: 'NOT_AI_RUN_FINDING' } };
    expect(await decide({ decision: 'ACCEPTED' }, id)).toMatchObject(conflict);
    const withoutRun = await addAiFinding(calls.tenants, scanId);
    expect(await decide({ decision: 'ACCEPTED' }, withoutRun)).toMatchObject(conflict);
  });

  it('is listed in the edits of the finding', async () => {
    await accept();
    const { items } = await calls.must<{ items: FindingEdit[] }>(
      'PHYSICIAN',
      'GET',
      `/findings/${aiId}/edits`,
    );
    expect(items.map(({ act }) => act)).toEqual(['decideAiFinding']);
  });

  it('and a new run are refused while the report of the study is signed', async () => {
    const study = await addStudy(calls);
    scanId = (await addCompletedScan(calls, study)).id;
    const finding = aProposal();
    const body = anAiRun({ findings: [finding] });
    await calls.must('PHYSICIAN', 'POST', `/scans/${scanId}/aiRuns`, { body });
    aiId = finding.id;
    await signReport(calls, study, 'right');
    expect(await accept()).toMatchObject({ status: 409, body: { errorType: 'ReportSigned' } });
    const run = await calls.as('PHYSICIAN', 'POST', `/scans/${scanId}/aiRuns`, { body: anAiRun() });
    expect(run).toMatchObject({ status: 409, body: { errorType: 'ReportSigned' } });
    expect(await listFindings()).toHaveLength(1);
  });
});

describe('a blind annotator', () => {
  it('sees neither runs nor findings of models that others have run, and can’t decide', async () => {
    const blind = <T>(method: string, path: string, body?: object) =>
      calls.as<T>('BLIND_ANNOTATOR', method, path, body === undefined ? {} : { body });
    const runs = await blind<{ items: AiRun[] }>('GET', `/scans/${scanId}/aiRuns`);
    expect(runs.body.items).toEqual([]);
    const findings = await blind<{ items: Finding[] }>('GET', `/scans/${scanId}/findings`);
    expect(findings.body.items).toEqual([]);
    const decided = await blind('POST', `/findings/${aiId}/actions/decideAi`, {
      decision: 'ACCEPTED',
    });
    expect(decided.status).toBe(404);
    const own = anAiRun();
    expect((await blind('POST', `/scans/${scanId}/aiRuns`, own)).status).toBe(200);
    const ownRuns = await blind<{ items: AiRun[] }>('GET', `/scans/${scanId}/aiRuns`);
    expect(ownRuns.body.items.map(({ id }) => id)).toEqual([own.id]);
  });
});
