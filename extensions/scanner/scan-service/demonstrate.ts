import type { ApiClient } from '#api-client';
import { routes, type Scan } from '#contracts';
import { type Logger, newId, unwrap } from '#foundation';
import {
  DEFAULT_DEVICE_SETTINGS,
  frameSizeOf,
  type ScannerSettings,
  sweepPlans,
} from '../model/index.ts';
import { SimulatorDriver } from './driver/simulator-driver.ts';
import { recordScan } from './recording/record-scan.ts';
import type { DeviceApi } from './server/device-api.ts';
import { moveToCompleted, moveToStarted } from './server/scan-state.ts';

/**
 * Seeds of the two breasts of the demonstration patient: a cancer and a fibroadenoma on the right,
 * a cyst on the left, both heterogeneously dense. `createPhantom` returns their truth.
 */
export const DEMONSTRATION_SEEDS = { R: 58, L: 47 } as const;
/** Code of the demonstration patient. */
const PATIENT_CODE = 'DEMO-0001';
const RETRY_MS = 60_000;

export interface DemonstrationDeps {
  readonly deviceId: string;
  readonly settings: ScannerSettings;
  /** Client with the operator's token. */
  readonly operator: ApiClient;
  /** Client with the device's token. */
  readonly device: DeviceApi;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * Fills an empty demonstration organization with a fictitious patient, a study and a scan of each
 * side, recorded at the maximum speed. A second call records only the scans that are not complete.
 */
export async function demonstrate(deps: DemonstrationDeps): Promise<void> {
  const patientId = await findOrCreatePatient(deps);
  const studyId = await findOrCreateStudy(deps, patientId);
  for (const side of ['R', 'L'] as const) {
    const scan = await findOrCreateScan(deps, studyId, side);
    if (scan.scanState !== 'C') await record(deps, scan, side);
    deps.log.log('info', 'A demonstration scan is complete', { side, scanId: scan.id });
  }
}

async function findOrCreatePatient({ operator, signal }: DemonstrationDeps): Promise<string> {
  const matches = unwrap(
    await operator.call(routes.searchPatients, { query: { _keywords: PATIENT_CODE }, signal }),
  );
  const existing = matches.items.find((patient) => patient.code === PATIENT_CODE);
  if (existing !== undefined) return existing.id;
  const body = {
    code: PATIENT_CODE,
    firstName: 'Ismay',
    lastName: 'Demonstration',
    birthDate: '1974-03-21',
    sex: 'FEMALE' as const,
  };
  return unwrap(await operator.call(routes.createPatient, { body, signal })).id;
}

async function findOrCreateStudy(
  { operator, signal }: DemonstrationDeps,
  patientId: string,
): Promise<string> {
  const studies = unwrap(
    await operator.call(routes.listStudiesOfPatient, { params: { id: patientId }, signal }),
  );
  const [first] = studies.items;
  if (first !== undefined) return first.id;
  const body = { id: newId(), patientId, accessionNumber: 'DEMO-A-0001' };
  return unwrap(await operator.call(routes.createStudy, { body, signal })).id;
}

async function findOrCreateScan(
  deps: DemonstrationDeps,
  studyId: string,
  side: 'L' | 'R',
): Promise<Scan> {
  const { operator, signal, deviceId } = deps;
  const scans = unwrap(
    await operator.call(routes.listScansOfStudy, { params: { studyId }, signal }),
  );
  const existing = scans.items.find((scan) => scan.laterality.id === side);
  if (existing !== undefined) return existing;
  const body = { id: newId(), studyId, laterality: side, deviceId };
  return unwrap(await operator.call(routes.createScan, { body, signal }));
}

async function record(deps: DemonstrationDeps, scan: Scan, side: 'L' | 'R'): Promise<void> {
  const { settings, device, signal } = deps;
  const driver = new SimulatorDriver({ speedFactor: 10_000, seed: DEMONSTRATION_SEEDS[side] });
  const target = { scanId: scan.id, epoch: scan.epoch + 1, side };
  const { deviceAngle } = driver.describe();
  unwrap(await moveToStarted(device, target, deviceAngle, RETRY_MS, signal));
  const { depthMm } = DEFAULT_DEVICE_SETTINGS;
  const request = {
    scanId: scan.id,
    side,
    protocol: scan.protocol,
    sweeps: sweepPlans(scan.protocol, frameSizeOf(settings), depthMm),
    settings: DEFAULT_DEVICE_SETTINGS,
    only: null,
  };
  const end = await recordScan(
    {
      driver,
      api: device,
      retryMs: RETRY_MS,
      onFrame: () => undefined,
      onWarning: () => undefined,
    },
    request,
    target.epoch,
    signal,
  );
  if (end.kind !== 'complete') {
    throw new Error(end.kind === 'failed' ? `${end.errorCode}: ${end.detail}` : 'Stopped');
  }
  unwrap(await moveToCompleted(device, target, RETRY_MS, signal));
}
