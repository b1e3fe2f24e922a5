import type { DrawnPoints } from '#core';
import { type Disposable, fail, newId, ok, problem, type Result } from '#foundation';
import { clampToImage, type ImageFrame, imageToMm, type NormalisedPoint } from '#geometry';
import {
  distanceToOutlineMm,
  isInsideOutline,
  outlineSizes,
} from '../model/segmentation/frame-outline.ts';
import {
  type FramePrompt,
  type PixelPrompt,
  type PointPx,
  promptInPixels,
  promptOfDrawing,
} from '../model/segmentation/frame-prompt.ts';
import type {
  FrameBytes,
  FramedLesion,
  ImageKey,
  OutlineModel,
} from '../model/segmentation/framed-lesion.ts';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { type LesionControls, LesionHistory } from './lesion-session.ts';

/** Reads the pixels of an image, resampled to square pixels of the image in millimetres. */
export type ReadFrame = (
  image: ImageKey,
  frame: ImageFrame,
  signal: AbortSignal,
) => Promise<Result<FrameBytes>>;

/** Outlines lesions of images; runs in a worker. */
export interface FrameSegmenter extends Disposable {
  /** Fails with OUTSIDE_MODEL_DOMAIN, CLICK_OUTSIDE_IMAGE, SEGMENTER_INVALID and SEGMENTER_FAILED. */
  segment(
    frame: FrameBytes,
    prompt: PixelPrompt,
    thresholdShift?: number,
  ): Promise<Result<FoundLesion>>;
  prepare(): void;
}

/** A lesion in image pixels. */
export interface FoundLesion {
  readonly lesion: { readonly outline: readonly PointPx[]; readonly score: number };
  readonly model: OutlineModel;
}

/** Segmentation of one lesion of a single image or a slice from the prompts of the reader. */
export interface FrameSession extends LesionControls<FramedLesion>, Disposable {
  /** Starts a segmentation, or corrects the shown one by a click near it. */
  draw(drawn: DrawnPoints): Promise<void>;
  /** Moves the border outwards when positive; from −0.45 to 0.45. */
  setThresholdShift(shift: number): Promise<void>;
  /** Loads the model before the first drawing. */
  prepare(): void;
  /** Frees the model while nothing is shown or computed. */
  release(): void;
}

/** Clicks farther than this from the outline start another segmentation. */
const NEAR_MM = 12;

/** @param create starts the worker of the model; called again after `release` */
export const createFrameSession = (read: ReadFrame, create: () => FrameSegmenter): FrameSession =>
  new PromptedFrame(read, create);

class PromptedFrame extends LesionHistory<FramedLesion> implements FrameSession {
  readonly #read: ReadFrame;
  readonly #create: () => FrameSegmenter;
  #segmenter: FrameSegmenter | null = null;
  #opened: { readonly key: string; readonly bytes: FrameBytes } | null = null;

  constructor(read: ReadFrame, create: () => FrameSegmenter) {
    super();
    this.#read = read;
    this.#create = create;
  }

  async draw({ scanId, plane, position, frame, points, imageFileId }: DrawnPoints) {
    const frameIdx = plane === 'IMG' ? imageToMm(frame, 0, 0)[2] : 0;
    const image = { scanId, plane, position, fileId: imageFileId ?? null, frameIdx };
    const { lesion } = this.store.getState();
    const [click] = points;
    const corrects =
      points.length === 1 &&
      click !== undefined &&
      lesion !== null &&
      imageId(lesion.image, lesion.frame) === imageId(image, frame) &&
      (isInsideOutline(lesion.outline, click) ||
        distanceToOutlineMm(frame, lesion.outline, click) <= NEAR_MM);
    const prompt = corrects ? corrected(lesion, click) : promptOfDrawing(frame, points);
    if (prompt !== null) await this.#run(image, frame, prompt, 'keep');
  }

  async setThresholdShift(thresholdShift: number): Promise<void> {
    const { lesion } = this.store.getState();
    if (lesion === null) return;
    if (lesion.prompt.thresholdShift === thresholdShift) {
      this.cancel();
      return;
    }
    const { image, frame, prompt } = lesion;
    await this.#run(image, frame, { ...prompt, thresholdShift }, 'replace');
  }

  prepare(): void {
    this.#segmenter ??= this.#create();
    this.#segmenter.prepare();
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
    this.#segmenter?.dispose();
    this.#segmenter = null;
    this.#opened = null;
  }

  #run(
    image: ImageKey,
    frame: ImageFrame,
    prompt: FramePrompt,
    history: 'keep' | 'replace',
  ): Promise<void> {
    const startedMs = performance.now();
    return this.compute('running', history, async (signal) => {
      const bytes = await this.#bytesOf(image, frame, signal);
      if (signal.aborted) return null;
      if (!bytes.ok) return bytes;
      this.#segmenter ??= this.#create();
      const { thresholdShift } = prompt;
      const pixels = promptInPixels(prompt, bytes.value);
      const found = await this.#segmenter.segment(bytes.value, pixels, thresholdShift);
      if (!found.ok) return found;
      const outline = found.value.lesion.outline.map(({ x, y }) =>
        clampToImage({ u: x / bytes.value.width, v: y / bytes.value.height }),
      );
      if (outline.length < 3) return fail(noOutline());
      const { score } = found.value.lesion;
      const volumeFileId = bytes.value.volumeFileId ?? null;
      const ids = { runId: newId(), findingId: newId() };
      const sizes = outlineSizes(frame, outline);
      const tookMs = performance.now() - startedMs;
      const { model } = found.value;
      const place = { image, frame, volumeFileId };
      return ok({ ...ids, ...place, prompt, outline, sizes, score, model, tookMs });
    });
  }

  async #bytesOf(
    image: ImageKey,
    frame: ImageFrame,
    signal: AbortSignal,
  ): Promise<Result<FrameBytes>> {
    const key = imageId(image, frame);
    if (this.#opened?.key === key) return ok(this.#opened.bytes);
    const read = await this.#read(image, frame, signal);
    if (read.ok) this.#opened = { key, bytes: read.value };
    return read;
  }
}

/** Adds a click to the prompt of a result: outside the outline it adds tissue, inside it removes it. */
function corrected({ prompt, outline }: FramedLesion, click: NormalisedPoint): FramePrompt {
  return isInsideOutline(outline, click)
    ? { ...prompt, outside: [...prompt.outside, click] }
    : { ...prompt, inside: [...prompt.inside, click] };
}

/** Equal for equal images: scan, and place of the image in the patient or its number. */
const imageId = (
  { scanId, plane }: ImageKey,
  { originMm, right, down, widthMm, heightMm }: ImageFrame,
): string => [scanId, plane, ...originMm, ...right, ...down, widthMm, heightMm].join(' ');

function noOutline() {
  const { title, next, noLesion } = frameSegmentationTexts.outside;
  return problem('OUTSIDE_MODEL_DOMAIN', title, noLesion, next);
}
