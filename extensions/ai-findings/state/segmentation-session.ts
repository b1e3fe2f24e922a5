import { createStore } from 'zustand/vanilla';
import type { DrawnPoints, ReadonlyStore } from '#core';
import { type Disposable, newId, ok, type Problem, type Result } from '#foundation';
import { distance, mmToVoxel, type Vec3, type VolumeGeometry } from '#geometry';
import { drawnMm, seedOfPoints } from '../model/segmentation/segment-seed.ts';
import type { Segmentation, SegmentationPrompt } from '../model/segmentation/segmentation.ts';
import { isSet, type VoxelMask, visitMask } from '../model/segmentation/voxel-mask.ts';

/** Segments lesions of one volume. */
export interface VolumeSegmenter extends Disposable {
  /** Stored file of the volume. */
  readonly fileId: string;
  readonly geometry: VolumeGeometry;
  /** Fails as `segmentLesion` does, and with SEGMENTER_FAILED if the computation ends. */
  segment(prompt: SegmentationPrompt): Promise<Result<Segmentation>>;
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

export interface SegmentationState {
  readonly status: 'none' | 'loading' | 'running' | 'shown' | 'storing';
  /** Latest result; stays while another one is computed. */
  readonly lesion: SegmentedLesion | null;
  /** Why the latest prompt gave no result; null without a failure. */
  readonly problem: Problem | null;
}

/** Segmentation of one lesion from the prompts of the reader; nothing is stored before acceptance. */
export interface SegmentationSession extends Disposable {
  readonly store: ReadonlyStore<SegmentationState>;
  /** Starts a segmentation, or corrects the shown one by a click near it. */
  draw(drawn: DrawnPoints): Promise<void>;
  /** Moves the border outwards when positive, in dB. */
  setThresholdShift(db: number): Promise<void>;
  /** Returns to the result before the latest click. */
  undo(): void;
  readonly canUndo: boolean;
  /** Stops a computation and returns to the shown result. */
  cancel(): void;
  /** Drops the result. */
  discard(): void;
  /** Frees the memory of the volume while nothing is shown or computed. */
  release(): void;
  /** Marks the result as being stored, or ends that state with its problem. */
  setStoring(storing: boolean, problem?: Problem | null): void;
}

/** Clicks farther than this from the outline start another segmentation. */
const NEAR_MM = 12;
const NONE: SegmentationState = { status: 'none', lesion: null, problem: null };

/** @param open opens the volume of a scan; called once per scan and again after a failure */
export const createSegmentationSession = (open: OpenSegmenter): SegmentationSession =>
  new PromptedSession(open);

class PromptedSession implements SegmentationSession {
  readonly store = createStore<SegmentationState>(() => NONE);
  readonly #open: OpenSegmenter;
  #opened: { readonly scanId: string; readonly segmenter: VolumeSegmenter } | null = null;
  /** Results before the shown one, oldest first. */
  #earlier: readonly SegmentedLesion[] = [];
  #running: AbortController | null = null;

  constructor(open: OpenSegmenter) {
    this.#open = open;
  }

  get canUndo(): boolean {
    return this.#earlier.length > 0;
  }

  async draw(drawn: DrawnPoints): Promise<void> {
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
      const { prompt } = lesion;
      await this.#run(drawn.scanId, {
        ...prompt,
        points: [...prompt.points, { mm: click, inside }],
      });
      return;
    }
    const seed = seedOfPoints(points);
    if (seed === null) return;
    await this.#run(drawn.scanId, { seed, points: [], thresholdShiftDb: 0 });
  }

  async setThresholdShift(thresholdShiftDb: number): Promise<void> {
    const { lesion } = this.store.getState();
    if (lesion === null || lesion.prompt.thresholdShiftDb === thresholdShiftDb) return;
    await this.#run(lesion.scanId, { ...lesion.prompt, thresholdShiftDb }, 'replace');
  }

  undo(): void {
    const lesion = this.#earlier.at(-1);
    if (lesion === undefined) return;
    this.#stop();
    this.#earlier = this.#earlier.slice(0, -1);
    this.store.setState({ status: 'shown', lesion, problem: null });
  }

  cancel(): void {
    this.#stop();
    const { lesion } = this.store.getState();
    this.store.setState({ status: lesion === null ? 'none' : 'shown', problem: null });
  }

  discard(): void {
    this.#stop();
    this.#earlier = [];
    this.store.setState(NONE);
  }

  release(): void {
    const { status, problem } = this.store.getState();
    if (status !== 'none') return;
    if (problem !== null) this.store.setState(NONE);
    this.#close();
  }

  setStoring(storing: boolean, problem: Problem | null = null): void {
    this.store.setState({ status: storing ? 'storing' : 'shown', problem });
  }

  dispose(): void {
    this.discard();
    this.#close();
  }

  #close(): void {
    this.#opened?.segmenter.dispose();
    this.#opened = null;
  }

  #stop(): void {
    this.#running?.abort();
    this.#running = null;
  }

  /** Computes a result; a later prompt replaces the computation. */
  async #run(
    scanId: string,
    prompt: SegmentationPrompt,
    history: 'keep' | 'replace' = 'keep',
  ): Promise<void> {
    this.#stop();
    const running = new AbortController();
    this.#running = running;
    const isLoaded = this.#opened?.scanId === scanId;
    this.store.setState({ status: isLoaded ? 'running' : 'loading', problem: null });
    const corrects = prompt.seed === this.store.getState().lesion?.prompt.seed;
    const opened = await this.#segmenterOf(scanId, running.signal, corrects);
    if (running.signal.aborted) return;
    if (!opened.ok) {
      this.#fail(opened.problem);
      return;
    }
    const { fileId, geometry } = opened.value;
    this.store.setState({ status: 'running' });
    const segmented = await opened.value.segment(prompt);
    if (running.signal.aborted) return;
    this.#running = null;
    if (!segmented.ok) {
      this.#fail(segmented.problem);
      return;
    }
    const { lesion: before } = this.store.getState();
    if (before !== null && history === 'keep') this.#earlier = [...this.#earlier, before];
    const lesion = {
      runId: newId(),
      findingId: newId(),
      scanId,
      fileId,
      geometry,
      prompt,
      segmentation: segmented.value,
    };
    this.store.setState({ status: 'shown', lesion, problem: null });
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

  #fail(problem: Problem): void {
    this.#running = null;
    const { lesion } = this.store.getState();
    this.store.setState({ status: lesion === null ? 'none' : 'shown', problem });
  }
}

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
