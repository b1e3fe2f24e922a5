import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PATCH_LENGTH, selectCandidates } from '../../extensions/ai-findings/detection/index.ts';
import type { LogisticWeights } from '../../extensions/ai-findings/volume-features/index.ts';
import { measureVolume } from './measure-volume.ts';
import { conditionOf, type SeedRange, seedsOf } from './seeds.ts';

/** Counts of the written candidates. */
export interface WrittenCandidates {
  readonly volumes: number;
  readonly lesions: number;
  readonly candidates: number;
}

/**
 * Writes the selected candidates of phantoms, and all that show a lesion, into a folder, for
 * `extensions/ai-findings/training/detector`: `labels.u8`, `features.f32` and `patches.f32` (dB), one
 * entry per candidate in the same order; little-endian.
 */
export async function writeCandidates(
  folder: string,
  seeds: SeedRange,
  selector: LogisticWeights,
): Promise<WrittenCandidates> {
  const files = ['labels.u8', 'features.f32', 'patches.f32'].map((name) =>
    openSync(join(folder, name), 'w'),
  );
  const [labels, features, patches] = files;
  if (labels === undefined || features === undefined || patches === undefined) {
    throw new Error('Three files expected');
  }
  let lesions = 0;
  let candidates = 0;
  const patch = new Float32Array(PATCH_LENGTH);
  for (const seed of seedsOf(seeds)) {
    const { measured, hitsOf, lesions: ofVolume } = await measureVolume(seed, conditionOf(seed));
    lesions += ofVolume.length;
    const selected = new Set(selectCandidates(measured.candidates, selector));
    for (const candidate of measured.candidates) {
      const isLesion = hitsOf(candidate).length > 0;
      if (!isLesion && !selected.has(candidate)) continue;
      measured.samplePatch(candidate, patch);
      writeSync(labels, Uint8Array.of(isLesion ? 1 : 0));
      writeSync(features, Float32Array.from(candidate.features));
      writeSync(patches, patch);
      candidates += 1;
    }
  }
  for (const file of files) closeSync(file);
  return { volumes: seedsOf(seeds).length, lesions, candidates };
}
