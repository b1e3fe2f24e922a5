import { describe, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { silentLogger } from '#foundation';
import { distance, imageToMm, type Vec3 } from '#geometry';
import type { AiProposal, JobRun, ProposedByJob } from '#server/extension';
import { volumeToNrrd, writeNrrd } from '#volume';
import { LESION_DETECTOR_MODEL } from '../detection/index.ts';
import { type Ball, ballVolume } from '../test-support/ball-volume.ts';
import { autoDetectionJob } from './auto-detection-job.ts';

const BALL: Ball = { centreMm: [12, 18, -9], radiiMm: [6, 5, 6], db: -44 };
const SPACING: Vec3 = [0.5, 0.5, 0.5];
/** Half the radius of the ball. */
const WITHIN_MM = 3;

interface Proposed {
  readonly run: AiProposal;
  readonly findings: readonly ProposedByJob[];
}

/** Runs the job on a volume of 80 × 40 × 80 mm that contains a dark ball. */
async function detect(options: {
  readonly dynamicRangeDb?: number | null;
  readonly settings?: object;
  readonly queuedBy?: string | null;
  readonly isServerPart?: boolean;
  readonly stop?: AbortController;
}) {
  const { dynamicRangeDb = 60, settings = {}, queuedBy = 'reader' } = options;
  const { stop = new AbortController() } = options;
  const source = ballVolume({
    sizes: [160, 80, 160],
    spacingMm: SPACING,
    originMm: [-39.75, 0.25, -39.75],
    balls: [BALL],
  });
  const { geometry, voxels, coverage } = source;
  const keyValues: Record<string, string> =
    dynamicRangeDb === null ? {} : { dynamicRangeDb: String(dynamicRangeDb) };
  const bytesOf: Readonly<Record<string, Uint8Array>> = {
    old: Buffer.from('not a volume'),
    volume: writeNrrd(volumeToNrrd({ geometry, voxels }, keyValues)),
    coverage: writeNrrd(volumeToNrrd({ geometry, voxels: coverage ?? voxels }, {})),
  };
  const proposed: Proposed[] = [];
  const nipples: unknown[] = [];
  const phases: string[] = [];
  const files = [
    { id: 'old', role: 'PRIMARY' },
    { id: 'volume', role: 'PRIMARY' },
    { id: 'coverage', role: 'COVERAGE', parentId: 'volume' },
  ] as ScanFile[];
  const run: Partial<JobRun> = {
    settings: { ...settings },
    queuedBy,
    isServerPart: options.isServerPart ?? false,
    log: silentLogger,
    signal: stop.signal,
    progress: async (phase) => {
      phases.push(phase);
      stop.signal.throwIfAborted();
    },
    listFiles: async ({ role }) => files.filter((file) => file.role === role),
    readFile: async (id) => bytesOf[id] ?? new Uint8Array(),
    proposeNipple: (fileId, location) => void nipples.push([fileId, location]),
    propose: (fields, findings) => void proposed.push({ run: fields, findings }),
  };
  await autoDetectionJob.run(run as JobRun);
  return { proposed, nipples, phases };
}

/** Returns the middle of the box of a mark in patient millimetres. */
function middleMm(finding: ProposedByJob, plane: string): Vec3 {
  const mark = Object.values(finding.marks).find(({ planeView }) => planeView === plane);
  const [a, b] = mark?.markViewParams.points ?? [];
  if (mark === undefined || a === undefined || b === undefined)
    throw new Error(`No box in ${plane}`);
  return imageToMm(mark.frame, (a.u + b.u) / 2, (a.v + b.v) / 2);
}

describe('the automatic detection', () => {
  it('proposes a dark ball in the newest volume, with a box in three planes through its centre', async () => {
    const { proposed, phases } = await detect({});
    const [{ run, findings } = { run: null, findings: [] }, ...others] = proposed;
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      task: 'DETECTION',
      generator: 'AIAD',
      providerId: 'ai-findings.lesion-detector',
      model: LESION_DETECTOR_MODEL,
      volumeFileId: 'volume',
    });
    const [first] = findings;
    if (first === undefined) throw new Error('Nothing was proposed');
    expect(first.score).toBeGreaterThan(0.5);
    for (const plane of ['TRA', 'COR', 'SAG']) {
      expect(distance(middleMm(first, plane), BALL.centreMm)).toBeLessThan(WITHIN_MM);
    }
    const marks = Object.values(first.marks);
    expect(marks.filter(({ rep }) => rep)).toHaveLength(1);
    expect(marks.every(({ markViewParams }) => markViewParams.generatedBy === 'AIAD')).toBe(true);
    expect(new Set(phases)).toEqual(new Set(['Reading the volume', 'Searching for lesions']));
  });

  it('counts the proposals that it drops', async () => {
    const { proposed } = await detect({ settings: { minimumScore: 1 } });
    expect(proposed[0]?.findings).toEqual([]);
    const [dropped] = proposed[0]?.run.dropped ?? [];
    expect(dropped?.reason).toBe('BELOW_MINIMUM_SCORE');
    expect(dropped?.count).toBeGreaterThan(0);
  });

  it('proposes only the nipple after a reconstruction where the site asks for no detection', async () => {
    const settings = { proposeNippleAfterReconstruction: true };
    const automatic = await detect({ settings, queuedBy: null });
    expect(automatic.proposed).toEqual([]);
    const confidence = expect.toSatisfy((value: number) => value >= 0 && value <= 1);
    expect(automatic.nipples).toEqual([['volume', expect.objectContaining({ confidence })]]);
    const ofReader = await detect({ settings });
    expect(ofReader.proposed).toHaveLength(1);
    expect(ofReader.nipples).toEqual([]);
  });

  it('is refused by name for a volume of unknown dynamic range', async () => {
    await expect(detect({ dynamicRangeDb: null })).rejects.toMatchObject({
      problem: { code: 'DYNAMIC_RANGE_UNKNOWN' },
    });
  });

  it('is refused by name for a scan without a volume', async () => {
    const run: Partial<JobRun> = {
      settings: {},
      progress: async () => undefined,
      listFiles: async () => [],
    };
    await expect(autoDetectionJob.run(run as JobRun)).rejects.toMatchObject({
      problem: { code: 'VOLUME_MISSING' },
    });
  });

  it('ends without a proposal when the job is stopped', async () => {
    const stop = new AbortController();
    const running = detect({ stop });
    setTimeout(() => stop.abort(new DOMException('stopped', 'AbortError')), 20);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('leaves the lesions to a worker that runs the job type, and searches the nipple itself', async () => {
    const settings = { detectOnCompletion: true, proposeNippleAfterReconstruction: true };
    const part = await detect({ settings, queuedBy: null, isServerPart: true });
    expect([part.proposed, part.nipples.length]).toEqual([[], 1]);
    const shared = (asked: object) => autoDetectionJob.shareWithWorker?.({ ...asked });
    expect(shared(settings)).toEqual({ server: true, worker: true });
    expect(shared({ detectOnCompletion: true })).toEqual({ server: false, worker: true });
    expect(shared({ proposeNippleAfterReconstruction: true })).toEqual({
      server: true,
      worker: false,
    });
  });

  it('starts after a reconstruction only where the site asks for it', () => {
    const startsAfter = (jobType: 'R3D' | 'DICOM_3D_TO_PACS', settings: object) =>
      autoDetectionJob.startsAfter?.(jobType, { ...settings });
    expect(startsAfter('R3D', {})).toBe(false);
    expect(startsAfter('R3D', { detectOnCompletion: true })).toBe(true);
    expect(startsAfter('R3D', { proposeNippleAfterReconstruction: true })).toBe(true);
    expect(startsAfter('DICOM_3D_TO_PACS', { detectOnCompletion: true })).toBe(false);
  });
});
