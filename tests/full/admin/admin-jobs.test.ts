import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuditEntry, Job } from '#contracts';
import {
  type Administration,
  openAdministration,
} from '../../e2e/support/product/administration.ts';
import { type ApiReader, apiReader } from '../../e2e/support/product/api.ts';
import { launchBrowser } from '../../e2e/support/product/browser.ts';
import { signalChild } from '../../e2e/support/product/processes.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';

/** Small frames, which are recorded quickly. */
const SCANNER = { speedFactor: 10_000, frameWidth: 64, frameHeight: 64, rf: false, voxelMm: 0.4 };
const WORKER = 'worker/main.ts';
/** Maximum time of both recordings and reconstructions. */
const RECORDING_LIMIT_MS = 240_000;

let product: Product;
let browser: Browser;
let admin: Administration;
let page: Page;
let reader: ApiReader;
beforeAll(async () => {
  product = await startProduct(
    testSite({
      demonstration: { enabled: true, patients: 1, findings: false },
      extensions: { scanner: { settings: SCANNER } },
    }),
  );
  browser = await launchBrowser();
  reader = await apiReader(product, 'admin');
  await vi.waitFor(
    async () =>
      expect((await listJobs()).map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED']),
    { timeout: RECORDING_LIMIT_MS, interval: 500 },
  );
  admin = await openAdministration(browser, product);
  page = admin.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const listJobs = async () => ((await reader.get('/jobqueue/jobs')) as { items: Job[] }).items;
const newestJob = async (): Promise<Job> => {
  const [job] = await listJobs();
  if (job === undefined) throw new Error('No job was queued');
  return job;
};
const waitForStatus = (id: string, status: Job['status']) =>
  expect
    .poll(async () => (await listJobs()).find((job) => job.id === id)?.status, { timeout: 120_000 })
    .toBe(status);
const requeue = async (job: Job): Promise<Job> => {
  const body = { jobType: job.jobType, entityId: job.entityId };
  const response = await reader.send('POST', '/jobqueue/queue-job', body);
  expect(response.status).toBe(200);
  return (await response.json()) as Job;
};
const auditEntriesOf = async (action: string): Promise<readonly AuditEntry[]> =>
  ((await reader.get(`/audit?act=${action}`)) as { items: AuditEntry[] }).items;

/**
 * Repeats a job and suspends its worker during the job, so that the test has time to interact.
 * Returns the job with its phase, which on a busy machine can be a later one.
 */
async function queueAndSuspend(previousJob: Job): Promise<Job> {
  const job = await requeue(previousJob);
  await expect
    .poll(async () => (await listJobs()).find(({ id }) => id === job.id)?.phase, {
      timeout: 60_000,
      interval: 50,
    })
    .toBe('Reconstructing');
  await signalChild(product.pid, WORKER, 'SIGSTOP');
  const suspended = (await listJobs()).find(({ id }) => id === job.id);
  if (suspended?.status !== 'IN_PROGRESS') throw new Error('The job ended before its suspension');
  return suspended;
}
const resumeWorker = () => signalChild(product.pid, WORKER, 'SIGCONT');

describe('the jobs of a site', () => {
  it('are stopped after a confirmation, and the audit trail names the user', async () => {
    const { open, press, dialog, waitForDialogClose, row, checkScreen, text } = admin;
    const job = await queueAndSuspend(await newestJob());
    await open('jobs', 'Jobs');
    const phase = job.phase ?? '';
    await row(new RegExp(`Running.*${phase}`)).click();
    await page.getByRole('progressbar', { name: phase }).waitFor();
    await checkScreen('job-runs');
    await press(/^Stop: 3D reconstruction of scan/);
    await dialog().getByText('its progress is discarded').waitFor();
    await press('Cancel');
    await waitForDialogClose();
    expect((await newestJob()).status).toBe('IN_PROGRESS');
    await press(/^Stop: 3D reconstruction of scan/);
    await press('Stop 3D reconstruction');
    await text('The job is stopping');
    await text('Stopping…');
    await checkScreen('job-stopping');
    await resumeWorker();
    await row(/Cancelled/).waitFor();
    await waitForStatus(job.id, 'CANCELLED');
    const [stopped] = await auditEntriesOf('stopJob');
    expect(stopped).toMatchObject({
      outcome: 'done',
      accountEmail: 'admin@demo.clockface.example',
    });
    expect(Object.values(stopped?.subject ?? {})).toContain(job.id);
    await open('audit', 'Audit trail');
    await page.getByRole('tab', { name: 'All entries' }).click();
    await row('Stop job').first().waitFor();
  });

  it('show why they failed, and succeed when queued again after the repair', async () => {
    const { open, press, row, selectOption, checkScreen, text } = admin;
    const raw = join(product.dataFolder, 'files', 'raw');
    renameSync(raw, `${raw}-away`);
    const failed = await requeue(await newestJob());
    await waitForStatus(failed.id, 'FAILED');
    renameSync(`${raw}-away`, raw);
    await open('jobs', 'Jobs');
    await selectOption('State', 'Failed');
    await row(/Failed/)
      .first()
      .click();
    await page.getByRole('region', { name: 'Reason for failure' }).waitFor();
    await checkScreen('job-failed');
    await selectOption('State', 'All states');
    await row(/Failed/)
      .first()
      .click();
    await press(/^Queue again: 3D reconstruction of scan/);
    await text('The job was queued again');
    const repeated = await newestJob();
    expect(repeated.id).not.toBe(failed.id);
    expect(repeated.entityId).toBe(failed.entityId);
    await waitForStatus(repeated.id, 'COMPLETED');
    await page.getByRole('row').nth(1).filter({ hasText: 'Done' }).waitFor();
    await checkScreen('job-again');
  });

  it('wait in the queue behind others, and can be removed from the queue', async () => {
    const { open, press, row, text, checkScreen } = admin;
    const jobByScan = new Map((await listJobs()).map((job) => [job.entityId, job]));
    const [first, second] = [...jobByScan.values()];
    if (first === undefined || second === undefined) throw new Error('Expected two scans');
    const running = await queueAndSuspend(first);
    const queued = await requeue(second);
    await open('jobs', 'Jobs');
    await row(/Running/).waitFor();
    await row(/Queued(?! at)/).click();
    const sections = page.getByRole('navigation', { name: 'Administration sections' });
    const link = sections.getByRole('link', { name: /^Jobs/ });
    // The link ends with the number of running and queued jobs.
    await expect.poll(() => link.textContent(), { timeout: 20_000 }).toBe('Jobs2');
    await checkScreen('job-waits');
    await press(/^Stop: 3D reconstruction of scan/);
    await text('The job will not start.');
    await press('Stop 3D reconstruction');
    await waitForStatus(queued.id, 'CANCELLED');
    await row(/Queued(?! at)/).waitFor({ state: 'detached' });
    await resumeWorker();
    await waitForStatus(running.id, 'COMPLETED');
  });
});
