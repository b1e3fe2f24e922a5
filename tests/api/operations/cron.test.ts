import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CloudSyncJob,
  type CronJob,
  type CronRun,
  type ErrorResponse,
  siteConfigSchema,
} from '#contracts';
import { newId, silentLogger } from '#foundation';
import { runDueJobs } from '../../../platform/server/operations/index.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = CronJob & ErrorResponse & { items: CronJob[]; errors: { field: string }[] };

let tenants: TwoTenants;
let admin = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  admin = tenants.ownOrg.tokenOf('ADMIN');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const call = <T = Body>(
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) => tenants.server.call<T>(method, path, { token: admin, ...options });
const ifMatch = (version: number) => ({ 'if-match': `"v${version}"` });
const fields = (overrides: object = {}) => ({
  cronJobType: 'TEST_JOB',
  recurrence: 'DAILY',
  timeOfDay: '03:30',
  ...overrides,
});
async function createJob(overrides: object = {}): Promise<CronJob> {
  const response = await call('POST', '/cronjobs', { body: fields(overrides) });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}
/** Sets the next run of a job to a time `minutes` ago. */
const makeDue = (id: string, minutes: number) =>
  tenants.db
    .updateTable('cronJob')
    .set({ nextRunAt: new Date(Date.now() - minutes * 60_000).toISOString() })
    .where('id', '=', id)
    .execute();
const listRuns = async (id: string) =>
  (await call<{ items: CronRun[]; total: number }>('GET', `/cronjobs/${id}/runs`)).body;
const waitForRuns = (id: string, count: number) =>
  expect
    .poll(async () => (await listRuns(id)).total, { timeout: 15_000, interval: 200 })
    .toBe(count);

describe('a cron job', () => {
  it('is rejected with an invalid time of day, recurrence, type or start date', async () => {
    for (const [field, value] of [
      ['timeOfDay', '24:00'],
      ['timeOfDay', '7:5'],
      ['timeOfDay', '12:60'],
      ['recurrence', 'HOURLY'],
      ['cronJobType', 'REBOOT'],
      ['startDate', '2026-02-30'],
      ['startDate', '1899-12-31'],
    ]) {
      const response = await call('POST', '/cronjobs', {
        body: fields({ [field as string]: value }),
      });
      expect([response.status, response.body.errors?.[0]?.field]).toEqual([400, field]);
    }
  });

  it('runs next at its time in the site time zone', async () => {
    const job = await createJob({ timeOfDay: '23:59' });
    const next = new Date(job.nextRunAt ?? '');
    const siteTime = new Intl.DateTimeFormat('en-GB', {
      timeZone: job.timeZone,
      hour: '2-digit',
      minute: '2-digit',
    }).format(next);
    expect(siteTime).toBe('23:59');
    expect(next.getTime()).toBeGreaterThan(Date.now());
    // The next run is at most a day away, and two hours more around a change of the clocks.
    expect(next.getTime()).toBeLessThan(Date.now() + 26 * 3_600_000);
    expect(job.lastRun).toBeNull();
  });

  it('is found by id and by type, and is changed and deleted only by administrators of the tenant', async () => {
    const job = await createJob({ id: newId() });
    expect((await createJob({ id: job.id })).id).toBe(job.id);
    expect((await call('GET', `/cronjobs/${job.id}`)).body).toEqual(job);
    const sync = await createJob({ cronJobType: 'CLOUD_SYNC', enabled: false });
    expect(sync.nextRunAt).toBeNull();
    const jobsOfType = await call('GET', '/cronjobs/type/CLOUD_SYNC');
    expect(jobsOfType.body.items).toEqual([sync]);
    expect((await call('GET', '/cronjobs/type/NONE')).status).toBe(400);
    const path = `/cronjobs/${job.id}`;
    const body = fields({ recurrence: 'WEEKLY', startDate: '2030-01-01' });
    expect((await call('PUT', path, { body })).status).toBe(428);
    const changed = await call('PUT', path, { body, headers: ifMatch(1) });
    expect(changed.body).toMatchObject({ version: 2, recurrence: 'WEEKLY' });
    // The start of 2030 in the site's time zone can be in December 2029 in UTC.
    expect(changed.body.nextRunAt?.slice(0, 7)).toMatch(/^(2029-12|2030-01)$/);
    expect((await call('PUT', path, { body, headers: ifMatch(1) })).status).toBe(412);
    const physician = { token: tenants.ownOrg.tokenOf('PHYSICIAN') };
    expect((await call('GET', path, physician)).status).toBe(403);
    const otherCaller = { token: tenants.otherOrg.tokenOf('ADMIN'), headers: ifMatch(2) };
    for (const method of ['GET', 'DELETE']) {
      expect((await call(method, path, otherCaller)).status).toBe(404);
    }
    expect((await call('GET', `${path}/runs`, otherCaller)).status).toBe(404);
    expect((await call('DELETE', path, { headers: ifMatch(2) })).status).toBe(200);
    expect((await call('GET', path)).status).toBe(404);
  });
});

describe('the scheduler', () => {
  it('runs a due job, records the run, and catches up once for missed days', async () => {
    const job = await createJob();
    await makeDue(job.id, 5 * 24 * 60);
    await waitForRuns(job.id, 1);
    const [run] = (await listRuns(job.id)).items;
    expect(run).toMatchObject({ status: 'COMPLETED', message: 'The test job ran' });
    expect(Date.parse(run?.startedAt ?? '') - Date.parse(run?.dueAt ?? '')).toBeGreaterThan(
      4 * 24 * 3_600_000,
    );
    const after = (await call('GET', `/cronjobs/${job.id}`)).body;
    expect(after.lastRun).toEqual(run);
    expect(Date.parse(after.nextRunAt ?? '')).toBeGreaterThan(Date.now());
    expect(after.version).toBe(1);
    const audit = tenants.db.selectFrom('audit').select('subject').where('act', '=', 'runCronJob');
    expect(JSON.stringify(await audit.execute())).toContain(job.id);
  });

  it('runs each due job once, even if several servers check concurrently', async () => {
    const jobs = [];
    for (let count = 0; count < 6; count++) jobs.push(await createJob());
    const config = siteConfigSchema.parse({ schema: 1, name: 'x', apiKey: 'x'.repeat(16) });
    const site = { config, file: '', extensions: [], thirdParty: [], problems: [] };
    const deps = { db: tenants.db, logger: silentLogger, site };
    for (const { id } of jobs) await makeDue(id, 1);
    await Promise.all(Array.from({ length: 4 }, () => runDueJobs(deps)));
    for (const { id } of jobs) await waitForRuns(id, 1);
  });

  it('continues if a clock was set back and a due time recurs', async () => {
    const job = await createJob();
    await makeDue(job.id, 1);
    const readNextRun = async (): Promise<number> => {
      const row = await tenants.db
        .selectFrom('cronJob')
        .select('nextRunAt')
        .where('id', '=', job.id)
        .executeTakeFirstOrThrow();
      return Date.parse(row.nextRunAt ?? '');
    };
    await waitForRuns(job.id, 1);
    const [firstRun] = (await listRuns(job.id)).items;
    await tenants.db
      .updateTable('cronJob')
      .set({ nextRunAt: firstRun?.dueAt ?? '' })
      .where('id', '=', job.id)
      .execute();
    // The job is the oldest due job; if stuck, it would block all others.
    const other = await createJob();
    await makeDue(other.id, 0);
    await waitForRuns(other.id, 1);
    await expect.poll(readNextRun, { timeout: 5_000 }).toBeGreaterThan(Date.now());
    expect((await listRuns(job.id)).total).toBe(1);
  });

  it('ignores jobs that are disabled or deleted', async () => {
    const disabledJob = await createJob();
    await call('PUT', `/cronjobs/${disabledJob.id}`, {
      headers: ifMatch(1),
      body: fields({ enabled: false }),
    });
    const deletedJob = await createJob();
    await call('DELETE', `/cronjobs/${deletedJob.id}`, { headers: ifMatch(1) });
    const otherJob = await createJob();
    for (const { id } of [disabledJob, deletedJob, otherJob]) await makeDue(id, 1);
    await waitForRuns(otherJob.id, 1);
    const rows = tenants.db.selectFrom('cronRun').select('cronJobId');
    const idsOfRuns = (await rows.execute()).map(({ cronJobId }) => cronJobId);
    expect(idsOfRuns).not.toContain(disabledJob.id);
    expect(idsOfRuns).not.toContain(deletedJob.id);
  });

  it('starts a cloud sync, and records that no cloud is configured', async () => {
    const job = await createJob({ cronJobType: 'CLOUD_SYNC' });
    await makeDue(job.id, 1);
    await waitForRuns(job.id, 1);
    const [run] = (await listRuns(job.id)).items;
    expect(run).toMatchObject({ status: 'FAILED', message: 'No cloud server is configured' });
    const jobs = await call<{ items: CloudSyncJob[] }>('GET', '/cloudsyncjobs');
    expect(jobs.body.items[0]).toMatchObject({ jobType: 'SYNC_ALL_AUTO', status: 'OFFLINE' });
  });
});
