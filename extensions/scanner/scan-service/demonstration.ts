import { routes, type Scan } from '#contracts';
import {
  jsonLogger,
  type Logger,
  messageOf,
  newId,
  ProblemError,
  type Result,
  unwrap,
} from '#foundation';
import { readServiceInit, type ServiceInit } from '#server/extension';
import {
  DEFAULT_DEVICE_SETTINGS,
  frameSizeOf,
  type ScannerSettings,
  scannerSettingsSchema,
  sweepPlans,
} from '../model/index.ts';
import { ApiClient } from './api-client.ts';
import { recordScan } from './record-scan.ts';
import { moveToCompleted, moveToStarted } from './scan-state.ts';
import { SimulatorDriver } from './simulator-driver.ts';

/** Seeds of the two breasts of the demonstration patient. */
const SEEDS = { R: 2, L: 7 } as const;
const CODE = 'DEMO-0001';
const RETRY_MS = 60_000;

interface Parts {
  readonly init: ServiceInit;
  readonly settings: ScannerSettings;
  /** Acts as the operator. */
  readonly operator: ApiClient;
  /** Acts as the device. */
  readonly device: ApiClient;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * Fills an empty demonstration organization: a patient (of nobody), a study, and one scan of each
 * side recorded at full speed. May be run again after a break: it goes on where it stopped.
 */
async function demonstrate(parts: Parts): Promise<void> {
  const patientId = await patientOf(parts);
  const studyId = await studyOf(parts, patientId);
  for (const side of ['R', 'L'] as const) {
    const scan = await scanOf(parts, studyId, side);
    if (scan.scanState !== 'C') await record(parts, scan, side);
    parts.log.log('info', 'A demonstration scan is complete', { side, scanId: scan.id });
  }
}

async function patientOf({ operator, signal }: Parts): Promise<string> {
  const found = unwrap(
    await operator.call(routes.searchPatients, { query: { _keywords: CODE } }, signal),
  );
  const known = found.items.find((patient) => patient.code === CODE);
  if (known !== undefined) return known.id;
  const body = {
    code: CODE,
    firstName: 'Ismay',
    lastName: 'Demonstration',
    birthDate: '1974-03-21',
    sex: 'FEMALE',
  };
  return unwrap(await operator.call(routes.createPatient, { body }, signal)).id;
}

async function studyOf({ operator, signal }: Parts, patientId: string): Promise<string> {
  const studies = unwrap(
    await operator.call(routes.listStudiesOfPatient, { params: { id: patientId } }, signal),
  );
  const [first] = studies.items;
  if (first !== undefined) return first.id;
  const body = { id: newId(), patientId, accessionNumber: 'DEMO-A-0001' };
  return unwrap(await operator.call(routes.createStudy, { body }, signal)).id;
}

async function scanOf(parts: Parts, studyId: string, side: 'L' | 'R'): Promise<Scan> {
  const { operator, signal, init } = parts;
  const scans = unwrap(
    await operator.call(routes.listScansOfStudy, { params: { studyId } }, signal),
  );
  const known = scans.items.find((scan) => scan.laterality.id === side);
  if (known !== undefined) return known;
  const body = { id: newId(), studyId, laterality: side, deviceId: init.deviceId };
  return unwrap(await operator.call(routes.createScan, { body }, signal));
}

async function record(parts: Parts, scan: Scan, side: 'L' | 'R'): Promise<void> {
  const { settings, device, signal } = parts;
  const driver = new SimulatorDriver({ speedFactor: 10_000, seed: SEEDS[side] });
  const target = { scanId: scan.id, epoch: scan.epoch + 1, side };
  const { deviceAngle } = driver.describe();
  unwrap(await moveToStarted(device, target, deviceAngle, RETRY_MS, signal));
  const { depthMm } = DEFAULT_DEVICE_SETTINGS;
  const order = {
    scanId: scan.id,
    side,
    protocol: scan.protocol,
    sweeps: sweepPlans(scan.protocol, frameSizeOf(settings), depthMm),
    settings: DEFAULT_DEVICE_SETTINGS,
  };
  const end = await recordScan(
    { driver, api: device, retryMs: RETRY_MS, onFrame: () => undefined },
    order,
    target.epoch,
    signal,
  );
  if (end.kind !== 'complete') {
    throw new Error(end.kind === 'failed' ? `${end.errorCode}: ${end.detail}` : 'Stopped');
  }
  unwrap(await moveToCompleted(device, target, RETRY_MS, signal));
}

function partsOf(init: ServiceInit, signal: AbortSignal, log: Logger): Result<Parts, string> {
  if (init.operatorToken === undefined) return { ok: false, problem: 'operatorToken is missing' };
  const settings = scannerSettingsSchema.safeParse(init.settings);
  if (!settings.success) return { ok: false, problem: settings.error.message };
  const operator = new ApiClient(init.apiUrl, init.apiKey, init.operatorToken);
  const device = new ApiClient(init.apiUrl, init.apiKey, init.deviceToken);
  return { ok: true, value: { init, settings: settings.data, operator, device, signal, log } };
}

const log = jsonLogger('scan-demonstration', (line) => process.stderr.write(`${line}\n`));
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

try {
  const parts = partsOf(unwrap(readServiceInit()), stop.signal, log);
  if (!parts.ok) throw new Error(parts.problem);
  await demonstrate(parts.value);
} catch (thrown) {
  const detail = thrown instanceof ProblemError ? thrown.problem.detail : messageOf(thrown);
  log.log('error', 'The demonstration could not be made', { detail });
  process.exitCode = 1;
}
