import { fail, messageOf, ok, problem, type Result } from '#foundation';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { type ConvertedImage, greyOfBytes, greyOfRgba } from './grey-image.ts';
import { type FrameModel, openFrameModel } from './open-frame-model.ts';
import { openWebSession } from './open-web-session.ts';
import { lesionAt, segmentFrame } from './segment-frame.ts';
import type {
  FrameBytes,
  SegmentAnswer,
  SegmentedFrame,
  SegmentRequest,
} from './segment-messages.ts';
import card from './weights/segmenter2d.json' with { type: 'json' };

const MODEL = new URL('./weights/segmenter2d.onnx', import.meta.url);
const WASM = new URL('onnxruntime-web/ort-wasm-simd-threaded.wasm', import.meta.url);

/** Opened by the first request; null after a failure, so that the next request tries again. */
let opening: Promise<Result<FrameModel>> | null = null;

globalThis.addEventListener('message', ({ data }: MessageEvent<SegmentRequest>) => {
  void answer(data)
    .catch((thrown: unknown): SegmentAnswer => {
      const { title, next } = frameSegmentationTexts.failed;
      const failed = problem('SEGMENTER_FAILED', title, messageOf(thrown), next);
      return { id: data.id, result: fail(failed) };
    })
    .then((message) => globalThis.postMessage(message));
});

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

async function segment(
  { frame, prompt, threshold }: Omit<SegmentRequest, 'id'>,
  model: FrameModel,
): Promise<Result<SegmentedFrame>> {
  const result = await segmentFrame(convert(frame), prompt, model);
  if (!result.ok) return result;
  const { lesion, probability } = result.value;
  const { name, version, weightsSha256, use } = model.card;
  return ok({
    lesion: threshold === null ? lesion : lesionAt(probability, prompt.clicks, threshold),
    model: { name, version, weightsSha256, use },
  });
}

function convert({ width, height, bytes }: FrameBytes): ConvertedImage {
  return bytes.length === width * height
    ? greyOfBytes(width, height, bytes)
    : greyOfRgba(width, height, bytes);
}
