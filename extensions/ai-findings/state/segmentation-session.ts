import type { DrawnPoints } from '#core';
import { type Disposable, newId, ok, type Problem, type Result } from '#foundation';
import { distance, mmToVoxel, type Vec3, type VolumeGeometry } from '#geometry';
import { drawnMm, seedOfPoints } from '../model/segmentation/segment-seed.ts';
import type { Segmentation, SegmentationPrompt } from '../model/segmentation/segmentation.ts';
import { isSet, type VoxelMask, visitMask } from '../model/segmentation/voxel-mask.ts';
import { type LesionControls, LesionHistory, type LesionState } from './lesion-session.ts';

/** Segments lesions of one volume. */
export interface VolumeSegmenter extends Disposable {
  /** Stored file of the volume. */
  readonly fileId: string;
  readonly geometry: VolumeGeometry;
  /**
   * Fails as `segmentLesion` or `segmentFromSlices` does, and with SEGMENTER_FAILED if the computation
   * ends, also by the signal.
   */
  segment(prompt: SegmentationPrompt, signal: AbortSignal): Promise<Result<Segmentation>>;
}

/**
 * Opens the current volume of a scan for segmentation. Returns `current` if it has this volume;
 * otherwise the caller disposes it.
 */
export type OpenSegmenter = (
  scanId: string,
  signal: AbortSignal,
  current: VolumeSegmenter | null,
) => Promise<Result<VolumeSegmenter>>;

/** A result with the prompt that gave it. */
export interface SegmentedLesion {
  /** Ids of the run and of its finding; new for every result. */
  readonly runId: string;
  readonly findingId: string;
  readonly scanId: string;
  readonly fileId: string;
  readonly geometry: VolumeGeometry;
  readonly prompt: SegmentationPrompt;
  readonly segmentation: Segmentation;
}

export type SegmentationState = LesionState<SegmentedLesion>;

/** Segmentation of one lesion from the prompts of the reader; nothing is stored before acceptance. */
export interface SegmentationSession extends LesionControls<SegmentedLesion>, Disposable {
  /**
   * Starts a segmentation, or corrects the shown one by a click near it. Returns why it gave no
   * result; null also if it was replaced or cancelled.
   */
  draw(drawn: DrawnPoints): Promise<Problem | null>;
  /** Moves the border outwards when positive, in the unit of `SegmentationPrompt`. */
  setThresholdShift(shift: number): Promise<void>;
  /** Frees the memory of the volume while nothing is shown or computed. */
  release(): void;
}

/** Clicks farther than this from the outline start another segmentation. */
const NEAR_MM = 12;

/** @param open opens the volume of a scan; called once per scan and again after a failure */
export const createSegmentationSession = (open: OpenSegmenter): SegmentationSession =>
  new PromptedSession(open);

class PromptedSession extends LesionHistory<SegmentedLesion> implements SegmentationSession {
  readonly #open: OpenSegmenter;
  #opened: { readonly scanId: string; readonly segmenter: VolumeSegmenter } | null = null;

  constructor(open: OpenSegmenter) {
    super();
    this.#open = open;
  }

  async draw(drawn: DrawnPoints): Promise<Problem | null> {
    const points = drawnMm(drawn);
    const { lesion } = this.store.getState();
    const [click] = points;
    const corrects =
      points.length === 1 &&
      click !== undefined &&
      lesion?.scanId === drawn.scanId &&
      distanceToMask(lesion.segmentation.mask, click) <= NEAR_MM;
    if (corrects) {
      const inside = !contains(lesion.segmentation.mask, click);
      const { points: earlier } = lesion.prompt;
      return this.#run(drawn.scanId, {
        ...correctionOf(lesion),
        points: [...earlier, { mm: click, inside }],
      });
    }
    const seed = seedOfPoints(points);
    if (seed === null) return null;
    return this.#run(drawn.scanId, { seed, points: [], corrects: null, thresholdShift: 0 });
  }

  async setThresholdShift(thresholdShift: number): Promise<void> {
    const { lesion } = this.store.getState();
    if (lesion === null) return;
    if (lesion.prompt.thresholdShift === thresholdShift) {
      this.cancel();
      return;
    }
    await this.#run(lesion.scanId, { ...correctionOf(lesion), thresholdShift }, 'replace');
  }

  release(): void {
    const { status, problem } = this.store.getState();
    if (status !== 'none') return;
    if (problem !== null) this.discard();
    this.#close();
  }

  dispose(): void {
    this.discard();
    this.#close();
  }

  #close(): void {
    this.#opened?.segmenter.dispose();
    this.#opened = null;
  }

  /** Computes a result; a later prompt replaces the computation. */
  #run(
    scanId: string,
    prompt: SegmentationPrompt,
    history: 'keep' | 'replace' = 'keep',
  ): Promise<Problem | null> {
    const isLoaded = this.#opened?.scanId === scanId;
    const corrects = prompt.seed === this.store.getState().lesion?.prompt.seed;
    return this.compute(isLoaded ? 'running' : 'loading', history, async (signal) => {
      const opened = await this.#segmenterOf(scanId, signal, corrects);
      if (signal.aborted) return null;
      if (!opened.ok) return opened;
      const { fileId, geometry } = opened.value;
      this.store.setState({ status: 'running' });
      const segmented = await opened.value.segment(prompt, signal);
      if (!segmented.ok) return segmented;
      const segmentation = segmented.value;
      const ids = { runId: newId(), findingId: newId() };
      return ok({ ...ids, scanId, fileId, geometry, prompt, segmentation });
    });
  }

  /** Returns the current volume of the scan; corrections of a result use the volume of the result. */
  async #segmenterOf(
    scanId: string,
    signal: AbortSignal,
    corrects: boolean,
  ): Promise<Result<VolumeSegmenter>> {
    const current = this.#opened?.scanId === scanId ? this.#opened.segmenter : null;
    if (corrects && current !== null) return ok(current);
    const opened = await this.#open(scanId, signal, current);
    if (!opened.ok || opened.value === current) return opened;
    if (signal.aborted) {
      opened.value.dispose();
      return opened;
    }
    this.#close();
    this.#opened = { scanId, segmenter: opened.value };
    return opened;
  }
}

/** Returns the prompt of a result, for another one by the same method. */
const correctionOf = ({ prompt, segmentation }: SegmentedLesion): SegmentationPrompt => ({
  ...prompt,
  corrects: segmentation.basis.kind,
});

/** Returns whether a point lies in a voxel of the mask. */
function contains(mask: VoxelMask, mm: Vec3): boolean {
  const index = mmToVoxel(mask, mm);
  const [i, j, k] = [Math.round(index[0]), Math.round(index[1]), Math.round(index[2])];
  const [nx, ny, nz] = mask.sizes;
  if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) return false;
  return isSet(mask, i + nx * (j + ny * k));
}

/** Returns the distance of a point from the nearest voxel of the mask in mm. */
function distanceToMask(mask: VoxelMask, mm: Vec3): number {
  let nearestMm = Number.POSITIVE_INFINITY;
  visitMask(mask, (voxelMm) => {
    nearestMm = Math.min(nearestMm, distance(voxelMm, mm));
  });
  return nearestMm;
}
