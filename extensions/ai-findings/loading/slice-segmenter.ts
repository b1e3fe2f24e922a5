import type { OpenedVolume } from '#core';
import type { Result } from '#foundation';
import type { Vec3, VolumeGeometry } from '#geometry';
import type { Segmentation, SegmentationPrompt } from '../model/segmentation/segmentation.ts';
import {
  type SliceSource,
  segmentFromSlices,
} from '../segmentation-from-slices/segment-from-slices.ts';
import type { FrameSegmenter } from '../state/frame-session.ts';
import type { VolumeSegmenter } from '../state/segmentation-session.ts';

/** Segments lesions of a volume from the outlines of the 2D network in its slices. */
export class SliceSegmenter implements VolumeSegmenter {
  readonly fileId: string;
  readonly geometry: VolumeGeometry;
  readonly #opened: OpenedVolume;
  readonly #frames: FrameSegmenter;
  readonly #source: SliceSource;

  /** Owns both arguments. */
  constructor(opened: OpenedVolume, frames: FrameSegmenter) {
    const { fileId, geometry, voxels } = opened;
    this.fileId = fileId;
    this.geometry = geometry;
    this.#opened = opened;
    this.#frames = frames;
    this.#source = {
      fileId,
      volume: { geometry, voxels },
      isRecorded: (mm) => isRecorded(opened, mm),
    };
  }

  segment(prompt: SegmentationPrompt, signal: AbortSignal): Promise<Result<Segmentation>> {
    return segmentFromSlices(
      this.#source,
      prompt,
      (pixels, asked, shift) => this.#frames.segment(pixels, asked, shift),
      signal,
    );
  }

  dispose(): void {
    this.#frames.dispose();
    this.#opened.dispose();
  }
}

function isRecorded({ sizes, mmToVoxel, isCovered }: OpenedVolume, mm: Vec3): boolean {
  const index = mmToVoxel(mm);
  const isInside = index.every((at, axis) => at >= -0.5 && at <= (sizes[axis] ?? 0) - 0.5);
  return isInside && isCovered(index);
}
