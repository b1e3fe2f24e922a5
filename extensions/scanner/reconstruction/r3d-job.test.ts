import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FileCategory, Scan, ScanFile } from '#contracts';
import { silentLogger, unwrap } from '#foundation';
import { mmToVoxel, type Vec3 } from '#geometry';
import type { JobRun, StagedFile } from '#server/extension';
import { readNrrd, volumeFromNrrd, writeNrrd } from '#volume';
import { DEFAULT_DEVICE_SETTINGS, encodeRawHeader, sweepPlans } from '../model/index.ts';
import { createPhantom, frameSimulator } from '../simulator/index.ts';
import { r3dJob } from './r3d-job.ts';
import { CIRCLE, headerOf, smallFrame, sweepOf } from './test-support/synthetic-sweep.ts';

interface RawInput {
  readonly bytes: Uint8Array;
  readonly epoch: number;
}

/** Creates a job run with files in memory that records published files. */
function runOf(side: 'L' | 'R', inputs: readonly RawInput[], stopAt = Number.POSITIVE_INFINITY) {
  const published: StagedFile[] = [];
  const emptied: FileCategory[] = [];
  const progressLog: string[] = [];
  const volumes: (number | null)[] = [];
  const run: JobRun = {
    scan: { id: 'scan', laterality: { id: side }, acquisitionTime: null } as Scan,
    settings: { voxelMm: 1 },
    log: silentLogger,
    signal: new AbortController().signal,
    progress: async (phase, done, total) => {
      progressLog.push(`${phase} ${done}/${total}`);
      if (progressLog.length > stopAt) throw new DOMException('stopped', 'AbortError');
    },
    listFiles: async () =>
      inputs.map(
        ({ epoch }, index) => ({ id: String(index), header: { sizes: '1', epoch } }) as ScanFile,
      ),
    readFile: async (id) => inputs[Number(id)]!.bytes,
    publish: async (files, emptyCategories = []) => {
      published.push(...files);
      emptied.push(...emptyCategories);
    },
    queuedBy: null,
    isServerPart: false,
    propose: () => undefined,
    proposeNipple: () => undefined,
    setBreastVolume: (ml) => void volumes.push(ml),
  };
  return { run, published, emptied, progressLog, volumes };
}

const simulations = new Map<string, ReturnType<typeof simulate>>();

/** Caches simulated sweeps, because the simulation takes longer than the tests that use them. */
function simulatedSweeps(side: 'L' | 'R', seed: number) {
  const simulation = simulations.get(`${side}${seed}`) ?? simulate(side, seed);
  simulations.set(`${side}${seed}`, simulation);
  return simulation;
}

function simulate(side: 'L' | 'R', seed: number) {
  const phantom = createPhantom(seed, side);
  const inputs = sweepPlans('FULL', { lines: 64, samples: 80 }, 45).map((plan): RawInput => {
    // Every sixth degree is sufficient to show a lesion.
    const clockDeg = plan.clockDeg.filter((deg) => deg % 6 === 0);
    const simulator = frameSimulator(phantom, plan.frame, DEFAULT_DEVICE_SETTINGS);
    const size = plan.frame.lines * plan.frame.samples;
    const data = new Uint8Array(size * clockDeg.length);
    for (const [index, deg] of clockDeg.entries()) {
      data.set(simulator.frameAt(deg, index), index * size);
    }
    const header = { ...headerOf(plan.sweep, plan.frame, clockDeg), side };
    const sizes = [plan.frame.samples, plan.frame.lines, clockDeg.length];
    return {
      bytes: writeNrrd({ type: 'uint8', sizes, keyValues: encodeRawHeader(header), data }),
      epoch: 1,
    };
  });
  return { truth: phantom.truth, inputs };
}

function syntheticInput(greyLevel: number, epoch: number, clockDeg = CIRCLE): RawInput {
  const sweep = sweepOf('CEN', smallFrame('CEN'), clockDeg, () => greyLevel);
  const sizes = [sweep.frame.samples, sweep.frame.lines, sweep.frames];
  const keyValues = encodeRawHeader(sweep.header);
  return { bytes: writeNrrd({ type: 'uint8', sizes, keyValues, data: sweep.data }), epoch };
}

describe('R3D', { timeout: 60_000 }, () => {
  for (const side of ['L', 'R'] as const) {
    it(`shows the cyst of a ${side} breast dark at its true location, not mirrored`, async () => {
      const { truth, inputs } = simulatedSweeps(side, 47);
      const { run, published } = runOf(side, inputs);
      await r3dJob.run(run);
      const primary = published.find((file) => file.role === 'PRIMARY')!;
      const volume = unwrap(volumeFromNrrd(unwrap(await readNrrd(primary.bytes))));
      /** Returns the mean grey level of the 3 × 3 × 3 voxels around a point. */
      const meanAround = (pointMm: Vec3): number => {
        const [nx, ny] = volume.geometry.sizes;
        const [i, j, k] = mmToVoxel(volume.geometry, pointMm);
        let sum = 0;
        for (const dx of [-1, 0, 1]) {
          for (const dy of [-1, 0, 1]) {
            for (const dz of [-1, 0, 1]) {
              const row = Math.round(j) + dy + ny * (Math.round(k) + dz);
              sum += volume.voxels[Math.round(i) + dx + nx * row]!;
            }
          }
        }
        return sum / 27;
      };
      const [x, y, z] = truth.lesions.find((lesion) => lesion.kind === 'cyst')!.centreMm;
      expect(meanAround([x, y, z])).toBeLessThan(30);
      expect(meanAround([-x, y, z])).toBeGreaterThan(45);
      expect(meanAround([x, y, -z])).toBeGreaterThan(45);
    });
  }

  it('publishes volume, pyramid and coverage with consistent geometry', async () => {
    const { run, published, progressLog } = runOf('L', [syntheticInput(90, 1)]);
    await r3dJob.run(run);
    expect(published[0]!.role).toBe('PRIMARY');
    expect(published.filter((file) => file.role === 'PYRAMID').length).toBeGreaterThan(0);
    expect(published.at(-1)!.role).toBe('COVERAGE');
    expect(new Set(published.map((file) => file.fileCategory))).toEqual(new Set(['VOLUME3D']));
    for (const file of published) {
      const volume = unwrap(volumeFromNrrd(unwrap(await readNrrd(file.bytes))));
      expect(file.header!.sizes).toBe(volume.geometry.sizes.join(' '));
      expect(file.header!.coverageRadiusMm).toBe(volume.geometry.coverageRadiusMm);
    }
    const primary = unwrap(await readNrrd(published[0]!.bytes));
    expect(primary.keyValues).toMatchObject({ recordedSide: 'L', dynamicRangeDb: '60' });
    const axis = JSON.parse(primary.keyValues['calibration CEN.axisColumn']!);
    expect(axis).toMatchObject({ header: 0, used: 0, state: 'NOT_SUPPORTED' });
    expect(progressLog.some((line) => /^Reconstructing (\d+)\/\1$/.test(line))).toBe(true);
  });

  it('publishes the skin by its category, and the volume of the breast below the skin', async () => {
    const { truth, inputs } = simulatedSweeps('L', 47);
    const { run, published, volumes, progressLog } = runOf('L', inputs);
    await r3dJob.run(run);
    const skin = published.filter((file) => file.fileCategory === 'BREAST_SKIN');
    expect(skin.map((file) => file.fileName)).toEqual([
      'breast-skin.nrrd',
      'breast-skin.stl',
      'breast-skin.ply',
      'breast-skin.glb',
    ]);
    const map = unwrap(await readNrrd(skin[0]!.bytes));
    const [radii = 0] = map.sizes;
    // Height map at 90° (+x) and the 30th radius.
    const depth = map.data[90 * radii + 30]!;
    const x = 30 * skin[0]!.header!.spacingMm![0]!;
    // Within one sample: 80 samples over a depth of 45 mm.
    expect(Math.abs(Number(depth) - truth.skinDepthMm(x, 0))).toBeLessThan(45 / 80);
    expect(volumes[0]).toBeGreaterThan(300);
    expect(volumes[0]).toBeLessThan(900);
    expect(progressLog.some((line) => line.startsWith('Finding the skin'))).toBe(true);
    expect(published.some((file) => file.fileCategory === 'BREAST_NIPPLE')).toBe(false);
  });

  it('removes the skin of a prior run where no skin is found', async () => {
    const { run, published, emptied } = runOf('L', [syntheticInput(90, 1)]);
    await r3dJob.run(run);
    expect(published.some((file) => file.fileCategory === 'BREAST_SKIN')).toBe(false);
    expect(emptied).toEqual(['BREAST_SKIN']);
  });

  it('publishes the same bytes again, also after a stopped run', async () => {
    const { inputs } = simulatedSweeps('R', 12);
    const hashes = (files: readonly StagedFile[]): readonly string[] =>
      files.map(
        ({ fileName, bytes }) => `${fileName} ${createHash('sha256').update(bytes).digest('hex')}`,
      );
    const complete = runOf('R', inputs);
    await r3dJob.run(complete.run);
    for (const stopAt of [1, 40, complete.progressLog.length - 1]) {
      const stopped = runOf('R', inputs, stopAt);
      await expect(r3dJob.run(stopped.run), `${stopAt}`).rejects.toThrow('stopped');
      expect(stopped.published).toEqual([]);
    }
    const repeated = runOf('R', inputs);
    await r3dJob.run(repeated.run);
    expect(hashes(repeated.published)).toEqual(hashes(complete.published));
    expect(complete.published.length).toBeGreaterThan(6);
  });

  it('reads only the newest attempt', async () => {
    const { run, published } = runOf('L', [syntheticInput(200, 1), syntheticInput(90, 2)]);
    await r3dJob.run(run);
    const { data } = unwrap(await readNrrd(published[0]!.bytes));
    expect(new Set(data)).toEqual(new Set([0, 90]));
  });

  it('reads the B-mode and ignores the receiver’s signal beside it', async () => {
    const frame = smallFrame('CEN');
    const header = { ...headerOf('CEN', frame, [0, 90]), content: 'RF' as const };
    const sizes = [400, frame.lines, 2];
    const keyValues = encodeRawHeader(header);
    const data = new Int16Array(400 * frame.lines * 2).fill(-7);
    const signal = { bytes: writeNrrd({ type: 'int16', sizes, keyValues, data }), epoch: 1 };
    const { run, published } = runOf('L', [signal, syntheticInput(90, 1)]);
    await r3dJob.run(run);
    const volume = unwrap(await readNrrd(published[0]!.bytes));
    expect(new Set(volume.data)).toEqual(new Set([0, 90]));
    await expect(r3dJob.run(runOf('L', [signal]).run)).rejects.toThrow('RAW_SWEEPS_MISSING');
  });

  it('rejects a full scan that lacks a sweep, and names the sweep', async () => {
    const { run, published } = runOf('L', [syntheticInput(90, 1)]);
    const scan = { ...run.scan, protocol: 'FULL' } as Scan;
    await expect(r3dJob.run({ ...run, scan })).rejects.toThrow(/RAW_SWEEP_MISSING.*PER/);
    expect(published).toEqual([]);
  });

  it('rejects raw data of the other breast', async () => {
    const { run, published } = runOf('R', [syntheticInput(90, 1)]);
    await expect(r3dJob.run(run)).rejects.toThrow('WRONG_SIDE');
    expect(published).toEqual([]);
  });

  it('reconstructs a scan whose side was corrected, and its volume names the recorded side', async () => {
    const { run, published } = runOf('R', [syntheticInput(90, 1)]);
    const scan = { ...run.scan, recordedSide: 'L' } as Scan;
    await r3dJob.run({ ...run, scan });
    const bytes = published[0]?.bytes ?? new Uint8Array();
    expect(unwrap(await readNrrd(bytes)).keyValues).toMatchObject({ recordedSide: 'L' });
  });

  it('reports missing or unreadable raw sweeps', async () => {
    await expect(r3dJob.run(runOf('L', []).run)).rejects.toThrow('RAW_SWEEPS_MISSING');
    const truncated = syntheticInput(90, 1).bytes.subarray(0, 5000);
    await expect(r3dJob.run(runOf('L', [{ bytes: truncated, epoch: 1 }]).run)).rejects.toThrow(
      'VOLUME_TRUNCATED',
    );
    const fewAngles = { ...headerOf('CEN', smallFrame('CEN'), [0, 1]) };
    const bytes = writeNrrd({
      type: 'uint8',
      sizes: [4, 4, 3],
      keyValues: encodeRawHeader(fewAngles),
      data: new Uint8Array(48),
    });
    await expect(r3dJob.run(runOf('L', [{ bytes, epoch: 1 }]).run)).rejects.toThrow(
      'RAW_SWEEP_UNREADABLE',
    );
  });

  it('rejects a sweep that contradicts its header or is too large before it is unpacked', async () => {
    const lines = ['NRRD0005', 'type: uint8', 'dimension: 3', 'encoding: gzip'];
    const keyValues = encodeRawHeader(headerOf('CEN', smallFrame('CEN'), [0, 1]));
    for (const [key, value] of Object.entries(keyValues)) lines.push(`${key}:=${value}`);
    const run = (sizes: string): Promise<void> => {
      // An image that is no gzip: its unpacking fails with VOLUME_CORRUPT.
      const text = `${lines.join('\n')}\nsizes: ${sizes}\n\n${'x'.repeat(2_000_000)}`;
      return r3dJob.run(runOf('L', [{ bytes: Buffer.from(text), epoch: 1 }]).run);
    };
    await expect(run('4 4 3')).rejects.toThrow('RAW_SWEEP_UNREADABLE');
    await expect(run('30000 30000 2')).rejects.toThrow('VOLUME_TOO_LARGE');
    await expect(run('4 4 2')).rejects.toThrow('VOLUME_CORRUPT');
  });

  it('publishes nothing once stopped', async () => {
    const { run, published } = runOf('L', [syntheticInput(90, 1)], 4);
    await expect(r3dJob.run(run)).rejects.toThrow('stopped');
    expect(published).toEqual([]);
  });
});
