import type { ScanFile } from '#contracts';
import { ProblemError, problem } from '#foundation';
import { mmToPosition, type VolumeGeometry } from '#geometry';
import type { JobHandler, JobRun, ProposedByJob } from '#server/extension';
import { type DetectedLesion, LESION_DETECTOR_MODEL } from '../detection/index.ts';
import type { Detection } from './detection-thread.ts';
import { lesionMarks } from './lesion-marks.ts';
import { runDetection } from './run-detection.ts';
import { autoDetectionSettingsSchema } from './settings.ts';

/** Provider of the findings, as runs store it. */
const PROVIDER_ID = 'ai-findings.lesion-detector';

/** Codes of the reasons for which a proposal is not stored; readers see their texts. */
const BELOW_MINIMUM = 'BELOW_MINIMUM_SCORE';
const OUTSIDE = 'OUTSIDE_VOLUME';

/**
 * AUTO_DETECTION job: proposes lesions in the latest volume of a scan as one AI run. Users queue it
 * again for another run; the earlier runs stay. By site policy it starts after each reconstruction,
 * which creates a new volume, and then searches lesions, the nipple or both. A worker with a
 * credential replaces the search for lesions only.
 */
export const autoDetectionJob: JobHandler = {
  onScanCompleted: false,
  startsAfter(jobType, settings) {
    const policy = autoDetectionSettingsSchema.parse(settings);
    return (
      jobType === 'R3D' && (policy.detectOnCompletion || policy.proposeNippleAfterReconstruction)
    );
  },
  shareWithWorker(settings) {
    const policy = autoDetectionSettingsSchema.parse(settings);
    return { server: policy.proposeNippleAfterReconstruction, worker: policy.detectOnCompletion };
  },
  async run(run) {
    const policy = autoDetectionSettingsSchema.parse(run.settings);
    await run.progress('Reading the volume', 0, 1);
    const file = await latestVolume(run);
    const input = {
      volume: await run.readFile(file.id),
      coverage: await coverageOf(run, file),
      lesions: !run.isServerPart && (run.queuedBy !== null || policy.detectOnCompletion),
      nipple: run.queuedBy === null && policy.proposeNippleAfterReconstruction,
    };
    const detection = await runDetection(input, run.signal, (share) =>
      run.progress('Searching for lesions', 100 * share, 100),
    );
    proposeNipple(run, file, detection);
    proposeLesions(run, file, detection, policy.minimumScore);
  },
};

function proposeNipple(run: JobRun, { id }: ScanFile, { geometry, nipple }: Detection): void {
  if (nipple === null) return;
  const { sag, tra, depth, rad } = mmToPosition(geometry, null, nipple.positionMm, 0);
  run.proposeNipple(id, { sag, tra, depth, rad, confidence: nipple.confidence });
}

function proposeLesions(
  run: JobRun,
  { id }: ScanFile,
  { geometry, lesions }: Detection,
  minimumScore: number,
): void {
  if (lesions === null) return;
  const { findings, dropped } = proposalsOf(geometry, lesions, minimumScore);
  run.propose(
    {
      task: 'DETECTION',
      providerId: PROVIDER_ID,
      generator: 'AIAD',
      model: LESION_DETECTOR_MODEL,
      volumeFileId: id,
      messages: [],
      dropped: Object.entries(dropped)
        .filter(([, count]) => count > 0)
        .map(([reason, count]) => ({ reason, count })),
    },
    findings,
  );
}

/** Returns the findings to store, the highest score first, and the number of others by reason. */
function proposalsOf(
  geometry: VolumeGeometry,
  lesions: readonly DetectedLesion[],
  minimumScore: number,
): { readonly findings: readonly ProposedByJob[]; readonly dropped: Record<string, number> } {
  const high = lesions.filter(({ score }) => score >= minimumScore);
  const proposed = high.flatMap((lesion: DetectedLesion): ProposedByJob[] => {
    const marks = lesionMarks(geometry, lesion);
    if (marks === null) return [];
    const sizes = { massLengthUm: null, massWidthUm: null, massHeightUm: null };
    return [{ marks, score: lesion.score, note: null, ...sizes }];
  });
  return {
    findings: proposed,
    dropped: {
      [BELOW_MINIMUM]: lesions.length - high.length,
      [OUTSIDE]: high.length - proposed.length,
    },
  };
}

async function latestVolume(run: JobRun): Promise<ScanFile> {
  const files = await run.listFiles({ fileCategory: 'VOLUME3D', role: 'PRIMARY' });
  const latest = files.at(-1);
  if (latest !== undefined) return latest;
  throw new ProblemError(
    problem(
      'VOLUME_MISSING',
      'The scan has no 3D volume',
      'Lesions are searched in the 3D volume.',
      'Wait until the volume is reconstructed, then start the detection again.',
    ),
  );
}

/** Returns the coverage mask of a volume; null for volumes without one. */
async function coverageOf(run: JobRun, { id }: ScanFile): Promise<Uint8Array | null> {
  const masks = await run.listFiles({ fileCategory: 'VOLUME3D', role: 'COVERAGE' });
  const mask = masks.find(({ parentId }) => parentId === id);
  return mask === undefined ? null : run.readFile(mask.id);
}
