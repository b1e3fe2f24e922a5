import type { Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import type { Segmentation, SegmentationPrompt } from '../model/segmentation/segmentation.ts';
import type { VolumeSegmenter } from '../state/segmentation-session.ts';

/** Why slices give no result although a fit may. */
const NO_SLICES: readonly string[] = [
  'OUTSIDE_MODEL_DOMAIN',
  'SLICES_DISAGREE',
  'SEGMENTER_INVALID',
];

/**
 * Segments clicks in a volume with levels in dB from slices of the network. The fit in dB segments
 * boxes and diameters, and clicks for which the slices give no result: together they outline lesions
 * of computer phantoms better than the fit alone (`npm run fom -- seg-volume`).
 */
export class ClickSegmenter implements VolumeSegmenter {
  readonly #slices: VolumeSegmenter;
  readonly #fit: VolumeSegmenter;

  /** Owns both segmenters, which have the same volume. */
  constructor(slices: VolumeSegmenter, fit: VolumeSegmenter) {
    this.#slices = slices;
    this.#fit = fit;
  }

  get fileId(): string {
    return this.#fit.fileId;
  }

  get geometry(): VolumeGeometry {
    return this.#fit.geometry;
  }

  async segment(prompt: SegmentationPrompt, signal: AbortSignal): Promise<Result<Segmentation>> {
    const { seed, corrects } = prompt;
    const isClick = 'centreMm' in seed && seed.radiusMm === undefined;
    const usesSlices = corrects === null ? isClick : corrects === 'slices';
    if (!usesSlices) return this.#fit.segment(prompt, signal);
    const joined = await this.#slices.segment(prompt, signal);
    // A correction keeps its method, so that the border does not change on the other side.
    const isKept = joined.ok || corrects !== null || signal.aborted;
    return isKept || !NO_SLICES.includes(joined.problem.code)
      ? joined
      : this.#fit.segment(prompt, signal);
  }

  dispose(): void {
    this.#slices.dispose();
    this.#fit.dispose();
  }
}
