import {
  addTranslations,
  currentLocale,
  fail,
  messageOf,
  ok,
  problem,
  type Result,
  setLocale,
} from '#foundation';
import type { FrameBytes } from '../model/segmentation/framed-lesion.ts';
import { frameSegmentation } from '../texts/de/frame-segmentation-texts.ts';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { type ConvertedImage, greyOfBytes, greyOfRgba } from './grey-image.ts';
import { type FrameModel, openFrameModel } from './open-frame-model.ts';
import { openWebSession } from './open-web-session.ts';
import { type FrameSegmentation, lesionAt, segmentFrame } from './segment-frame.ts';
import type {
  SegmentAnswer,
  SegmentedFrame,
  SegmentRequest,
  WorkerRequest,
} from './segment-messages.ts';
import card from './weights/segmenter2d.json' with { type: 'json' };

const MODEL = new URL('./weights/segmenter2d.onnx', import.meta.url);
const WASM = new URL('onnxruntime-web/ort-wasm-simd-threaded.wasm', import.meta.url);

/** Opened by the first request; null after a failure, so that the next request tries again. */
let opening: Promise<Result<FrameModel>> | null = null;

/** Requests that are not finished yet. */
let queue: Promise<void> = Promise.resolve();

/** Texts of the problems by language; a language without translation stays English. */
const TRANSLATIONS: Readonly<Record<string, typeof frameSegmentation | undefined>> = {
  de: frameSegmentation,
};

globalThis.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'prepare') {
    opening ??= openModel();
    return;
  }
  translate(data.locale);
  // One after the other, because the session runs one request at a time.
  queue = queue
    .then(() => answer(data))
    .catch((thrown: unknown): SegmentAnswer => {
      const { title, next } = frameSegmentationTexts.failed;
      const failed = problem('SEGMENTER_FAILED', title, messageOf(thrown), next);
      return { id: data.id, result: fail(failed) };
    })
    .then((message) => globalThis.postMessage(message));
});

function translate(locale: string): void {
  const translation = TRANSLATIONS[locale];
  if (translation === undefined || locale === currentLocale()) return;
  setLocale(locale, [locale]);
  addTranslations({ 'frame-segmentation': translation });
}

async function answer({ id, ...request }: SegmentRequest): Promise<SegmentAnswer> {
  opening ??= openModel();
  const model = await opening;
  if (model.ok) return { id, result: await segment(request, model.value) };
  opening = null;
  return { id, result: model };
}

async function openModel(): Promise<Result<FrameModel>> {
  try {
    const response = await fetch(MODEL);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return await openFrameModel(card, bytes, (model) => openWebSession(model, WASM.href));
  } catch (thrown) {
    const { title, next } = frameSegmentationTexts.model;
    return fail(problem('SEGMENTER_INVALID', title, messageOf(thrown), next));
  }
}

/** Maximum number of results of the network that are kept: the slices of a lesion, with corrections. */
const MAX_KEPT = 16;
/** Latest results of the network by request, oldest first: a moved border needs no other ones. */
const kept = new Map<string, FrameSegmentation>();

/** Range of the threshold that a shift can reach. */
const THRESHOLDS = { min: 0.05, max: 0.95 };

async function segment(
  { frame, prompt, thresholdShift }: Omit<SegmentRequest, 'id'>,
  model: FrameModel,
): Promise<Result<SegmentedFrame>> {
  const key = JSON.stringify([frame.key, prompt]);
  let found = kept.get(key);
  if (found === undefined) {
    const result = await segmentFrame(convert(frame), prompt, model);
    if (!result.ok) return result;
    found = result.value;
  }
  keep(key, found);
  const { name, version, weightsSha256, use, threshold } = model.card;
  const shifted = Math.min(THRESHOLDS.max, Math.max(THRESHOLDS.min, threshold - thresholdShift));
  const { lesion, probability } = found;
  return ok({
    lesion: thresholdShift === 0 ? lesion : lesionAt(probability, prompt.clicks, shifted),
    model: { name, version, weightsSha256, use },
  });
}

function keep(key: string, found: FrameSegmentation): void {
  kept.delete(key);
  kept.set(key, found);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}

function convert({ width, height, bytes }: FrameBytes): ConvertedImage {
  return bytes.length === width * height
    ? greyOfBytes(width, height, bytes)
    : greyOfRgba(width, height, bytes);
}
