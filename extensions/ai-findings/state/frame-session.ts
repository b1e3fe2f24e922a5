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
  pixelInImage,
  promptInPixels,
  promptOfDrawing,
} from '../model/segmentation/frame-prompt.ts';
import type {
  FoundLesion,
  FrameBytes,
  FramedLesion,
  ImageKey,
  ReadImage,
} from '../model/segmentation/framed-lesion.ts';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { type LesionControls, LesionHistory } from './lesion-session.ts';

/** An image and where in it the reader looks for a lesion. */
export interface ImageRequest {
  readonly image: ImageKey;
  readonly frame: ImageFrame;
  readonly prompt: Pick<FramePrompt, 'inside' | 'box'>;
}

/** Reads the pixels about a prompt, resampled to square pixels of the image in millimetres. */
export type ReadFrame = (request: ImageRequest, signal: AbortSignal) => Promise<Result<ReadImage>>;

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

/** Segmentation of one lesion of a single image or a slice from the prompts of the reader. */
export interface FrameSession extends LesionControls<FramedLesion>, Disposable {
  /** Starts a segmentation, or corrects the shown one by a click near it. */
  draw(drawn: DrawnPoints): Promise<void>;
  /** Returns whether a drawing is a click that corrects the shown result. */
  corrects(drawn: DrawnPoints): boolean;
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
  /** Image of the latest result; corrections compute on the same pixels. */
  #opened: { readonly key: string; readonly read: ReadImage } | null = null;

  constructor(read: ReadFrame, create: () => FrameSegmenter) {
    super();
    this.#read = read;
    this.#create = create;
  }

  async draw(drawn: DrawnPoints): Promise<void> {
    const { frame, points } = drawn;
    const [click] = points;
    const { lesion } = this.store.getState();
    if (lesion !== null && click !== undefined && this.corrects(drawn)) {
      await this.#run(lesion.image, lesion.frame, corrected(lesion, click), 'keep');
      return;
    }
    const prompt = promptOfDrawing(frame, points);
    if (prompt === null) return;
    // A slice can show another volume by now.
    if (drawn.plane !== 'IMG') this.#opened = null;
    await this.#run(imageOf(drawn), frame, prompt, 'keep');
  }

  corrects(drawn: DrawnPoints): boolean {
    const { lesion } = this.store.getState();
    const [click] = drawn.points;
    if (lesion === null || click === undefined || drawn.points.length !== 1) return false;
    const { frame } = drawn;
    const { image, outline } = lesion;
    const isNear =
      isInsideOutline(outline, click) || distanceToOutlineMm(frame, outline, click) <= NEAR_MM;
    return isNear && imageId(image, lesion.frame) === imageId(imageOf(drawn), frame);
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

  async #run(
    image: ImageKey,
    frame: ImageFrame,
    prompt: FramePrompt,
    history: 'keep' | 'replace',
  ): Promise<void> {
    const startedMs = performance.now();
    await this.compute('running', history, async (signal) => {
      const read = await this.#imageAbout({ image, frame, prompt }, signal);
      if (signal.aborted) return null;
      if (!read.ok) return read;
      const { pixels, area, volume } = read.value;
      this.#segmenter ??= this.#create();
      const { thresholdShift } = prompt;
      const asked = promptInPixels(prompt, pixels, area);
      const found = await this.#segmenter.segment(pixels, asked, thresholdShift);
      if (!found.ok) return found;
      const outline = found.value.lesion.outline.map((point) =>
        clampToImage(pixelInImage(point, pixels, area)),
      );
      if (outline.length < 3) return fail(noOutline());
      const { score } = found.value.lesion;
      const ids = { runId: newId(), findingId: newId() };
      const sizes = outlineSizes(frame, outline);
      const tookMs = performance.now() - startedMs;
      const { model } = found.value;
      const place = { image, frame, volume };
      return ok({ ...ids, ...place, prompt, outline, sizes, score, model, tookMs });
    });
  }

  async #imageAbout(request: ImageRequest, signal: AbortSignal): Promise<Result<ReadImage>> {
    const key = imageId(request.image, request.frame);
    if (this.#opened?.key === key) return ok(this.#opened.read);
    const read = await this.#read(request, signal);
    if (read.ok && !signal.aborted) this.#opened = { key, read: read.value };
    return read;
  }
}

/** Adds a click to the prompt of a result: outside the outline it adds tissue, inside it removes it. */
function corrected({ prompt, outline }: FramedLesion, click: NormalisedPoint): FramePrompt {
  return isInsideOutline(outline, click)
    ? { ...prompt, outside: [...prompt.outside, click] }
    : { ...prompt, inside: [...prompt.inside, click] };
}

function imageOf({ scanId, plane, position, frame, imageFileId }: DrawnPoints): ImageKey {
  const frameIdx = plane === 'IMG' ? imageToMm(frame, 0, 0)[2] : 0;
  return { scanId, plane, position, fileId: imageFileId ?? null, frameIdx };
}

/**
 * Equal for equal images: scan, and place of the image in the patient or its number. Rounded, because
 * a slice to which the reader returns can differ by the error of an addition.
 */
function imageId(
  { scanId, plane }: ImageKey,
  { originMm, right, down, widthMm, heightMm }: ImageFrame,
): string {
  const numbers = [...originMm, ...right, ...down, widthMm, heightMm];
  // Adds 0, because a rounded -0 differs from 0 as text.
  const rounded = numbers.map((value) => Math.round(value * 1_000) / 1_000 + 0);
  return [scanId, plane, ...rounded].join(' ');
}

function noOutline() {
  const { title, next, noLesion } = frameSegmentationTexts.outside;
  return problem('OUTSIDE_MODEL_DOMAIN', title, noLesion, next);
}
