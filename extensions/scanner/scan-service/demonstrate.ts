import type { ApiClient } from '#api-client';
import { routes, type Scan } from '#contracts';
import { type Logger, newId, unwrap } from '#foundation';
import type { Side } from '#geometry';
import {
  DEFAULT_DEVICE_SETTINGS,
  frameSizeOf,
  type ScannerSettings,
  sweepPlans,
} from '../model/index.ts';
import { createPhantom } from '../simulator/index.ts';
import type {
  DemonstrationPatient,
  DemonstrationStudy,
} from './demonstration/demonstration-patients.ts';
import { phantomFile } from './demonstration/phantom-file.ts';
import { addSamples } from './demonstration/sample-findings.ts';
import { SimulatorDriver } from './driver/simulator-driver.ts';
import { recordScan } from './recording/record-scan.ts';
import type { DeviceApi } from './server/device-api.ts';
import { moveToCompleted, moveToStarted } from './server/scan-state.ts';

const RETRY_MS = 60_000;
const DAY_MS = 86_400_000;

export interface DemonstrationDeps {
  readonly deviceId: string;
  readonly settings: ScannerSettings;
  readonly patients: readonly DemonstrationPatient[];
  /** Client with the operator's token. */
  readonly operator: ApiClient;
  /** Client with the token of the demonstration physician; null without sample findings. */
  readonly reader: ApiClient | null;
  /** Client with the device's token. */
  readonly device: DeviceApi;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** A study of the plan with its row. */
interface PlannedStudy {
  readonly patientId: string;
  readonly studyId: string;
  readonly plan: DemonstrationStudy;
}

/**
 * Fills an empty demonstration organization with fictitious patients. All patients, studies and
 * recorded scans exist before the first recording, so that lists show them at once; then the first
 * patient is recorded at the maximum speed, the files are imported, and the others are recorded. A
 * second call continues where the first ended and adds only what is missing.
 */
export async function demonstrate(deps: DemonstrationDeps): Promise<void> {
  const studies = await createRows(deps);
  const [first, ...others] = studies;
  if (first === undefined) return;
  const imported = others.filter(({ plan }) => plan.daysAgo !== null);
  const recorded = others.filter(({ plan }) => plan.daysAgo === null);
  await fillStudy(deps, first);
  // The newest file first: its patient has no other study.
  for (const study of imported.toReversed()) await fillStudy(deps, study);
  for (const study of recorded) await fillStudy(deps, study);
  // Last, because samples wait for volumes, which a failed reconstruction does not give.
  for (const study of studies) await addStudySamples(deps, study);
}

async function createRows(deps: DemonstrationDeps): Promise<readonly PlannedStudy[]> {
  const studies: PlannedStudy[] = [];
  for (const patient of deps.patients) {
    const patientId = await findOrCreatePatient(deps, patient);
    for (const plan of patient.studies) {
      const studyId = await findOrCreateStudy(deps, patientId, plan);
      studies.push({ patientId, studyId, plan });
      if (plan.daysAgo !== null) continue;
      for (const [side] of plan.seeds) await findOrCreateScan(deps, studyId, side);
    }
  }
  return studies;
}

/** Records or imports the scans of a study that are missing. */
async function fillStudy(deps: DemonstrationDeps, { studyId, plan }: PlannedStudy): Promise<void> {
  for (const [side, seed] of plan.seeds) {
    const { daysAgo } = plan;
    const scan =
      daysAgo === null
        ? await recordOnce(deps, studyId, side, seed)
        : await importOnce(
            deps,
            studyId,
            side,
            createPhantom(seed, side, plan.lesionScale),
            daysAgo,
          );
    deps.log.log('info', 'A demonstration scan is complete', { side, scanId: scan.id });
  }
}

/** Adds the samples of the scans of a study; one that can't be added leaves the others. */
async function addStudySamples(
  deps: DemonstrationDeps,
  { studyId, plan }: PlannedStudy,
): Promise<void> {
  const { reader, operator, signal, log } = deps;
  if (reader === null) return;
  const scans = unwrap(
    await operator.call(routes.listScansOfStudy, { params: { studyId }, signal }),
  );
  for (const [side, seed] of plan.seeds) {
    const scan = scans.items.find(({ laterality }) => laterality.id === side);
    if (scan === undefined) continue;
    const { truth } = createPhantom(seed, side, plan.lesionScale);
    try {
      await addSamples({ ...deps, reader }, scan.id, truth);
    } catch (cause) {
      signal.throwIfAborted();
      log.log('warn', 'Sample findings are not added', { scanId: scan.id, cause: String(cause) });
    }
  }
}

async function findOrCreatePatient(
  { operator, signal }: DemonstrationDeps,
  { code, firstName, birthDate }: DemonstrationPatient,
): Promise<string> {
  const matches = unwrap(
    await operator.call(routes.searchPatients, { query: { _keywords: code }, signal }),
  );
  const existing = matches.items.find((patient) => patient.code === code);
  if (existing !== undefined) return existing.id;
  const sex = 'FEMALE' as const;
  const body = { code, firstName, lastName: 'Demonstration', birthDate, sex };
  return unwrap(await operator.call(routes.createPatient, { body, signal })).id;
}

async function findOrCreateStudy(
  { operator, signal }: DemonstrationDeps,
  patientId: string,
  { accessionNumber }: DemonstrationStudy,
): Promise<string> {
  const studies = unwrap(
    await operator.call(routes.listStudiesOfPatient, { params: { id: patientId }, signal }),
  );
  const existing = studies.items.find((study) => study.accessionNumber === accessionNumber);
  if (existing !== undefined) return existing.id;
  const body = { id: newId(), patientId, accessionNumber };
  return unwrap(await operator.call(routes.createStudy, { body, signal })).id;
}

async function findScan(
  { operator, signal }: DemonstrationDeps,
  studyId: string,
  side: Side,
): Promise<Scan | undefined> {
  const scans = unwrap(
    await operator.call(routes.listScansOfStudy, { params: { studyId }, signal }),
  );
  return scans.items.find((scan) => scan.laterality.id === side);
}

async function findOrCreateScan(
  deps: DemonstrationDeps,
  studyId: string,
  side: Side,
): Promise<Scan> {
  const existing = await findScan(deps, studyId, side);
  if (existing !== undefined) return existing;
  const { operator, signal, deviceId } = deps;
  const body = { id: newId(), studyId, laterality: side, deviceId };
  return unwrap(await operator.call(routes.createScan, { body, signal }));
}

async function recordOnce(
  deps: DemonstrationDeps,
  studyId: string,
  side: Side,
  seed: number,
): Promise<Scan> {
  const scan = await findOrCreateScan(deps, studyId, side);
  if (scan.scanState !== 'C') await record(deps, scan, side, seed);
  return scan;
}

/** Imports the volume of a phantom with its day, as a file of another program. */
async function importOnce(
  deps: DemonstrationDeps,
  studyId: string,
  side: Side,
  phantom: ReturnType<typeof createPhantom>,
  daysAgo: number,
): Promise<Scan> {
  const existing = await findScan(deps, studyId, side);
  if (existing !== undefined) return existing;
  const { operator, signal } = deps;
  const bytes = new Blob([await phantomFile(phantom)]);
  const examinedOn = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  return unwrap(
    await operator.call(routes.importFromFiles, {
      query: { studyId, laterality: side, examinedOn },
      file: { name: `phantom-${side}.nrrd`, bytes },
      signal,
    }),
  );
}

async function record(
  deps: DemonstrationDeps,
  scan: Scan,
  side: Side,
  seed: number,
): Promise<void> {
  const { settings, device, signal } = deps;
  const driver = new SimulatorDriver({ speedFactor: 10_000, seed });
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
