import type { Kysely } from 'kysely';
import type { Role } from '#contracts';
import { newId, systemClock } from '#foundation';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { openSession } from '../../../platform/server/accounts/sessions.ts';
import { createWorkerCredential } from '../../../platform/server/accounts/worker-credentials.ts';
import type { Database } from '../../../platform/server/database/schema.ts';
import type { Tenant } from '../../faults/support/data-plane.ts';
import { aFinding, aPatient } from '../support/records.ts';
import { PASSWORD, type TestServer } from '../support/start-test-server.ts';
import type { Caller, CallerName, MatrixTenant } from './route-case.ts';

/** Hash of `PASSWORD`, shared by all accounts, because argon2 is slow on purpose. */
const PASSWORD_HASH = hashPassword(PASSWORD);

/** Job type of the matrix's workers. */
export const WORKER_JOB_TYPE = 'org.example.matrix' as const;

/** File content that no reader parses. */
const SOME_BYTES = 'NRRD0004 without a valid header\n';

const ROLES_OF: Readonly<Partial<Record<CallerName, readonly Role[]>>> = {
  BLIND_PHYSICIAN: ['BLIND_ANNOTATOR', 'PHYSICIAN'],
};

/** Creates a caller: a fresh account with a session, the tenant's device, or a worker. */
export async function createCaller(tenant: MatrixTenant, name: CallerName): Promise<Caller> {
  const anonymous = { name, accountId: null, email: '', password: '' };
  if (name === 'device') return { ...anonymous, token: tenant.base.deviceToken };
  if (name === 'worker') return { ...anonymous, token: await workerToken(tenant) };
  const roles = ROLES_OF[name] ?? [name as Role];
  const account = await addAccount(tenant.db, tenant.organizationId, roles);
  const token = await openSession(tenant.db, systemClock, account);
  return { name, token, accountId: account.id, email: account.email, password: PASSWORD };
}

async function addAccount(db: Kysely<Database>, organizationId: string, roles: readonly Role[]) {
  const id = newId();
  const email = `${id}@clinic.example`;
  await db
    .insertInto('account')
    .values({
      id,
      organizationId,
      email,
      roles: [...roles],
      passwordHash: await PASSWORD_HASH,
      firstName: 'Casey',
      lastName: 'Caller',
      jobTitle: 'Tester',
      createdBy: null,
      updatedBy: null,
    })
    .execute();
  return { id, organizationId, email };
}

async function workerToken({ db, organizationId }: MatrixTenant): Promise<string> {
  const jobTypes = [WORKER_JOB_TYPE] as const;
  const name = newId();
  const worker = await createWorkerCredential(db, { organizationId, name, jobTypes });
  if (worker === null) throw new Error('The worker was not created');
  return worker.token;
}

/**
 * Creates an object of each kind in a tenant through the API. `canary` is part of every name, code
 * and free text, so that leaks are detected.
 */
export async function fillTenant(
  server: TestServer,
  db: Kysely<Database>,
  tenant: Tenant,
  canary: string,
): Promise<MatrixTenant> {
  const { organizationId, deviceId } = tenant;
  const must = mustCall(server, tenant);
  const post = async (path: string, body: object): Promise<string> =>
    (await must<{ id: string }>('PHYSICIAN', 'POST', path, { body })).id;
  const patientCode = `${canary}-1`;
  const accessionNumber = `${canary}-A1`;
  const patientId = await post(
    '/patients',
    aPatient({ code: patientCode, firstName: canary, lastName: canary }),
  );
  const studyId = await post('/studies', { patientId, accessionNumber });
  const scanId = await post('/scans', { studyId, laterality: 'R', deviceId });
  await completeScan(db, organizationId, scanId);
  const finding = { ...aFinding(scanId), note: `Says ${canary}` };
  const newFinding: MatrixTenant['newFinding'] = async (creator) =>
    (
      await must<{ id: string }>(creator ?? 'PHYSICIAN', 'POST', '/findings', {
        body: aFinding(scanId),
      })
    ).id;
  return {
    organizationId,
    host: `${organizationId}.example`,
    base: tenant,
    db,
    must,
    newFinding,
    patientId,
    patientCode,
    studyId,
    accessionNumber,
    scanId,
    deviceId,
    deviceSerial: deviceId,
    findingId: await post('/findings', finding),
    fileId: await addVolume(server, tenant.tokenOf('OPERATOR'), post, scanId),
    jobId: await addJob(db, organizationId, scanId),
    newPatient: () => post('/patients', aPatient()),
    newStudy: async () => post('/studies', { patientId, accessionNumber: null }),
    newScan: (state = 'C') => tenant.addScan({ scanState: state, epoch: state === 'N' ? 0 : 1 }),
    newVolume: (id) => addVolume(server, tenant.tokenOf('OPERATOR'), post, id),
    newAccount: async (role = 'VIEWER') => (await addAccount(db, organizationId, [role])).id,
  };
}

function mustCall(server: TestServer, tenant: Tenant): MatrixTenant['must'] {
  return async (caller, method, path, options = {}) => {
    const token = typeof caller === 'string' ? tenant.tokenOf(caller) : caller.token;
    const response = await server.call(method, path, { token, ...options });
    if (response.status === 200) return response.body as never;
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  };
}

async function completeScan(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<void> {
  await db
    .updateTable('scan')
    .set({ scanState: 'C', epoch: 1, acquisitionTime: '2026-01-02T03:04:05.678Z' })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Inserts a job that no worker takes, because no queue contains the job. */
async function addJob(
  db: Kysely<Database>,
  organizationId: string,
  entityId: string,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('job')
    .values({ id, organizationId, jobType: 'R3D', entityId, createdBy: null, problem: null })
    .execute();
  return id;
}

async function addVolume(
  server: TestServer,
  token: string,
  post: (path: string, body: object) => Promise<string>,
  scanId: string,
): Promise<string> {
  const header = { sizes: '2 2 2' };
  const file = { fileCategory: 'VOLUME3D', fileName: 'volume.nrrd', fileExtension: 'nrrd', header };
  const id = await post('/scanfiles', { ...file, scanId });
  const form = new FormData();
  form.append('data', new Blob([SOME_BYTES]), 'volume.nrrd');
  const sent = await fetch(`${server.url}/api/scanfiles/${id}/content`, {
    method: 'PUT',
    headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` },
    body: form,
  });
  if (sent.status !== 200)
    throw new Error(`The volume was not stored: ${sent.status} ${await sent.text()}`);
  return id;
}
