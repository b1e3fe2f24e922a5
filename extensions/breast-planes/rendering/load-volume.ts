import type { ScanFile, ScanVolume } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { readNrrd, volumeFromNrrd } from '#volume';
import type { LoadedVolume } from '../model/loaded-volume.ts';
import { pictureTexts } from '../texts/picture-texts.ts';

/** Fetches the bytes of one stored file. */
export type FetchFile = (file: ScanFile) => Promise<Result<Uint8Array>>;

/** One answer on the way to the full volume. */
export interface VolumeStep {
  readonly kind: 'coarse' | 'complete';
  readonly volume: LoadedVolume;
}

/**
 * Loads a volume so that something is seen early: the coarsest pyramid level, then the full one.
 * A coarse level that can't be read is only reported; without the full level the answer is its
 * Problem. Ends without an answer when `signal` is aborted.
 */
export async function loadVolume(
  scanVolume: ScanVolume,
  fetchFile: FetchFile,
  signal: AbortSignal,
  onStep: (step: VolumeStep) => void,
  onSkipped: (cause: Problem) => void,
): Promise<Result<void>> {
  const [finest] = scanVolume.levels;
  const coarsest = scanVolume.levels.at(-1);
  if (finest === undefined || coarsest === undefined) return fail(noLevels());
  if (coarsest !== finest) {
    const coarse = await loadLevel(coarsest.file, fetchFile);
    if (signal.aborted) return ok(undefined);
    if (coarse.ok) onStep({ kind: 'coarse', volume: coarse.value });
    else onSkipped(coarse.problem);
  }
  const full = await loadLevel(finest.file, fetchFile);
  if (signal.aborted) return ok(undefined);
  if (!full.ok) return full;
  onStep({ kind: 'complete', volume: full.value });
  return ok(undefined);
}

async function loadLevel(file: ScanFile, fetchFile: FetchFile): Promise<Result<LoadedVolume>> {
  const bytes = await fetchFile(file);
  if (!bytes.ok) return bytes;
  const nrrd = await readNrrd(bytes.value);
  if (!nrrd.ok) return nrrd;
  const volume = volumeFromNrrd(nrrd.value);
  if (!volume.ok) return volume;
  return ok({ id: `volume-${file.id}`, ...volume.value });
}

const noLevels = () =>
  problem(
    'VOLUME_EMPTY',
    pictureTexts.volume.empty.title,
    pictureTexts.volume.empty.detail,
    pictureTexts.volume.empty.next,
    'breast-planes',
  );
