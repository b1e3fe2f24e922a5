import type { FrameProposal, Proposal, ProviderSeed } from '#contracts';
import type { RadialAxis, Vec3 } from '#geometry';
import type { OnnxModel } from './onnx-model.ts';

/** Properties of an image by which providers are chosen. */
export interface ProviderImage {
  /** What is analysed: a volume (the default), or one raw frame or imported image. */
  readonly kind?: 'VOLUME' | 'FRAME';
  readonly laterality: 'L' | 'R';
  /** Range of the grey levels in dB; null if unknown. */
  readonly dynamicRangeDb: number | null;
}

/**
 * Image for a finding provider, in LPS millimetres: x to the patient's left, y into the breast, z to
 * the head. Contains no identity of patient, study or scan.
 */
export interface ProviderInput extends ProviderImage {
  readonly kind: 'VOLUME';
  /** Id of the run, new for every call. */
  readonly runId: string;
  /** nx, ny, nz in voxels. */
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  /** Centre of voxel (0, 0, 0). */
  readonly originMm: Vec3;
  /** Unit vectors of the axes i, j and k of the voxels. */
  readonly directions: readonly [Vec3, Vec3, Vec3];
  /** Voxels farther than this from the rotation axis show no tissue; the axis is parallel to y. */
  readonly coverage: { readonly axisMm: RadialAxis; readonly radiusMm: number };
  /** Location of the nipple; null if not set. */
  readonly nippleMm: Vec3 | null;
  /**
   * Grey levels 0..255, voxel (i, j, k) at i + nx · (j + ny · k). With a dynamic range, a level is
   * dynamicRangeDb · (level / 255 − 1) in dB below full scale.
   */
  readonly voxels: Uint8Array<ArrayBuffer>;
  /** Location from which to start; null for a search of the whole image. */
  readonly seed: ProviderSeed | null;
  /** Bytes of the file that the manifest names as `weights`; null without one. */
  readonly weights: Uint8Array<ArrayBuffer> | null;
}

/**
 * One raw frame or imported image for a finding provider whose manifest states the image FRAME.
 * Millimetres are those of the image: x to the right and y down from its top left corner, so that
 * the centre of the pixel in column c and row r is ((c + 0.5) · mmPerPixel[0],
 * (r + 0.5) · mmPerPixel[1]). Contains no identity of patient, study or scan.
 */
export interface FrameInput extends ProviderImage {
  readonly kind: 'FRAME';
  /** Id of the run, new for every call. */
  readonly runId: string;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Size of a pixel in mm, across and down. */
  readonly mmPerPixel: readonly [number, number];
  /**
   * Grey levels 0..255, pixel (column, row) at column + width · row; colours are converted. With a
   * dynamic range, a level is dynamicRangeDb · (level / 255 − 1) in dB below full scale.
   */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Bytes of the file that the manifest names as `weights`; null without one. */
  readonly weights: Uint8Array<ArrayBuffer> | null;
}

/** Reports of a running provider, and the runtime of its network. */
export interface ProviderTools {
  /** Reports the completed part, 0..1. */
  progress(part: number): void;
  /** Adds a message to the run, e.g. why nothing was found; at most 20 of 300 characters. */
  log(message: string): void;
  /**
   * Opens an ONNX model with one thread, in a browser by onnxruntime-web and on a server by
   * onnxruntime-node. Rejects when the bytes are no valid model.
   */
  openOnnx(model: Uint8Array): Promise<OnnxModel>;
}

/**
 * A source of AI findings: export `provider` from the module that the manifest names as `worker` or
 * `server`. Runs in a web worker or a process of its own, which ends with the run. Proposals become findings of a model,
 * which enter a report only by a reader's action.
 */
export interface FindingProvider {
  run(
    input: ProviderInput,
    tools: ProviderTools,
  ): AsyncIterable<Proposal> | Iterable<Proposal> | Promise<Iterable<Proposal>>;
}

/** A source of AI findings of single images: a module as `FindingProvider` describes, in a worker. */
export interface FrameProvider {
  run(
    input: FrameInput,
    tools: ProviderTools,
  ): AsyncIterable<FrameProposal> | Iterable<FrameProposal> | Promise<Iterable<FrameProposal>>;
}
