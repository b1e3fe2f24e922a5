import { availableParallelism } from 'node:os';
import { recordedSideOf, type ScanFile } from '#contracts';
import { fail, ok, ProblemError, problem, type Result, unwrap } from '#foundation';
import type { JobHandler, JobRun, StagedFile } from '#server/extension';
import { buildPyramid, type Volume, volumeToNrrd, writeNrrd } from '#volume';
import { scannerSettingsSchema } from '../model/index.ts';
import { type Calibrated, calibrate, calibrationInfo } from './calibration/calibrate.ts';
import { type Reconstruction, reconstruct, volumeGeometryOf } from './reconstruct.ts';
import { breastVolumeMl } from './skin/breast-volume.ts';
import { skinFiles } from './skin/skin-files.ts';
import { findSkin } from './skin/skin-map.ts';
import { type RawSweep, readRawSweep } from './sweeps/raw-sweep.ts';

/**
 * R3D job: turns the raw sweeps of a completed scan into its 3D volume, pyramid and coverage mask,
 * the skin as height map and meshes, and the scanned volume of the breast. Does not publish the
 * nipple's location, because no sweep shows it without interpretation.
 */
export const r3dJob: JobHandler = {
  onScanCompleted: true,
  replaces: ['VOLUME3D', 'BREAST_SKIN'],
  async run(run) {
    const { voxelMm } = scannerSettingsSchema.parse(run.settings);
    const calibrated = await calibrate(await readSweeps(run), (done, total) =>
      run.progress('Checking axis and tilt', done, total),
    );
    const reconstruction = unwrap(
      await reconstruct(calibrated.sweeps, {
        voxelMm,
        threads: threadsFor(calibrated.sweeps, voxelMm),
        progress: (done, total) => run.progress('Reconstructing', done, total),
      }),
    );
    const skin = await findSkin(calibrated.sweeps, (done, total) =>
      run.progress('Finding the skin', done, total),
    );
    run.setBreastVolume(breastVolumeMl(reconstruction.geometry, reconstruction.coverage, skin));
    // Replaces the skin of an earlier run even if this run found no skin, because the earlier skin
    // does not belong to this volume.
    await run.publish(
      [
        ...(await stageFiles(run, reconstruction, calibrated)),
        ...skinFiles(skin, recordedSideOf(run.scan), run.scan.acquisitionTime),
      ],
      ['BREAST_SKIN'],
    );
  },
};

/** Number of voxels that justify a further thread, measured by `npm run bench -- reconstruct`. */
const VOXELS_PER_THREAD = 150_000_000;

function threadsFor(sweeps: readonly RawSweep[], voxelMm: number): number {
  const [nx, ny, nz] = volumeGeometryOf(sweeps, voxelMm).sizes;
  return Math.min(4, availableParallelism(), Math.ceil((nx * ny * nz) / VOXELS_PER_THREAD));
}

async function readSweeps(run: JobRun): Promise<readonly RawSweep[]> {
  const files = await run.listFiles({ fileCategory: 'RAW' });
  const sweeps: RawSweep[] = [];
  for (const [i, file] of latestAttempt(files).entries()) {
    await run.progress('Reading raw sweeps', i, files.length);
    const sweep = unwrap(await readRawSweep(await run.readFile(file.id)));
    if (sweep === null) continue;
    unwrap(checkSide(sweep, run));
    sweeps.push(sweep);
  }
  if (sweeps.length === 0) {
    throw new ProblemError(
      problem(
        'RAW_SWEEPS_MISSING',
        'The scan has no raw sweeps',
        `No B-mode sweep of category RAW is stored for scan ${run.scan.id}.`,
        'Repeat the scan.',
      ),
    );
  }
  unwrap(checkSweeps(sweeps, run));
  return sweeps;
}

/**
 * Rejects a full scan that lacks a sweep, because readers would not notice the missing part of its
 * volume.
 */
function checkSweeps(sweeps: readonly RawSweep[], { scan }: JobRun): Result<void> {
  if (scan.protocol !== 'FULL') return ok(undefined);
  const missing = (['CEN', 'PER'] as const).filter(
    (name) => !sweeps.some(({ header }) => header.sweep === name),
  );
  if (missing.length === 0) return ok(undefined);
  return fail(
    problem(
      'RAW_SWEEP_MISSING',
      'A raw sweep of the scan is missing',
      `A full scan needs the sweeps CEN and PER. Missing: ${missing.join(', ')}.`,
      'Repeat the scan.',
    ),
  );
}

/** Returns the files of the newest attempt; skips older attempts and receiver signals. */
function latestAttempt(files: readonly ScanFile[]): readonly ScanFile[] {
  const newest = Math.max(0, ...files.map((file) => file.header?.epoch ?? 0));
  return files.filter(({ header }) => (header?.epoch ?? 0) === newest && header?.content !== 'RF');
}

function checkSide(sweep: RawSweep, run: JobRun): Result<void> {
  const recordedSide = recordedSideOf(run.scan);
  if (sweep.header.side === recordedSide) return ok(undefined);
  return fail(
    problem(
      'WRONG_SIDE',
      'Side mismatch between raw data and scan',
      `Sweep ${sweep.header.sweep} has side ${sweep.header.side}, the scan was recorded as side ${recordedSide}.`,
      'Do not read this scan. Repeat the scan with the correct side.',
    ),
  );
}

async function stageFiles(
  run: JobRun,
  reconstruction: Reconstruction,
  calibrated: Calibrated,
): Promise<readonly StagedFile[]> {
  const keyValues = keyValuesOf(run, calibrated);
  const primary: Volume = { geometry: reconstruction.geometry, voxels: reconstruction.voxels };
  const levels = buildPyramid(primary);
  const total = levels.length + 2;
  await run.progress('Writing the volume', 0, total);
  const staged: StagedFile[] = [stage('volume', 'PRIMARY', primary, keyValues, run)];
  for (const [i, level] of levels.entries()) {
    await run.progress('Writing the volume', i + 1, total);
    staged.push(stage(`volume-level-${i + 1}`, 'PYRAMID', level, keyValues, run));
  }
  const mask: Volume = { geometry: reconstruction.geometry, voxels: reconstruction.coverage };
  staged.push(stage('coverage', 'COVERAGE', mask, keyValues, run));
  await run.progress('Writing the volume', total, total);
  return staged;
}

/**
 * Returns values that readers of the volume need besides the geometry; AI works in dB and needs the
 * dynamic range.
 */
function keyValuesOf(run: JobRun, calibrated: Calibrated): Record<string, string> {
  const [first] = calibrated.sweeps;
  return {
    recordedSide: recordedSideOf(run.scan),
    ...(first === undefined
      ? {}
      : {
          dynamicRangeDb: String(first.header.dynamicRangeDb),
          frequencyHz: String(first.header.frequencyHz),
          speedOfSoundMps: String(first.header.speedOfSoundMps),
        }),
    reconstruction: 'backward mapping, linear in angle, lateral and range; sweeps blended by edge',
    ...calibrationInfo(calibrated),
  };
}

function stage(
  name: string,
  role: NonNullable<StagedFile['role']>,
  volume: Volume,
  keyValues: Record<string, string>,
  run: JobRun,
): StagedFile {
  const { sizes, spacingMm, originMm, coverageRadiusMm } = volume.geometry;
  return {
    fileCategory: 'VOLUME3D',
    fileName: `${name}.nrrd`,
    fileExtension: 'nrrd',
    role,
    acquisitionTime: run.scan.acquisitionTime,
    header: {
      sizes: sizes.join(' '),
      spacingMm: [...spacingMm],
      originMm: [...originMm],
      coverageRadiusMm,
    },
    bytes: writeNrrd(volumeToNrrd(volume, keyValues)),
  };
}
