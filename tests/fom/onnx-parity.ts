import { readFileSync } from 'node:fs';
import type { GreyImage, PointPx } from '../../extensions/ai-findings/segmentation2d/image-view.ts';
import type { FrameModel } from '../../extensions/ai-findings/segmentation2d/open-frame-model.ts';
import { openWebSession } from '../../extensions/ai-findings/segmentation2d/open-web-session.ts';
import { lesionProbability } from '../../extensions/ai-findings/segmentation2d/segment-frame.ts';
import { machine, quartiles, round } from '../bench/support/figure.ts';
import { randomOf } from '../faults/support/scanning/shuffled.ts';
import type { Fom, FomFigure } from './fom-figure.ts';
import { MODEL_PATH, openModel } from './segmenter/open-model.ts';
import { pythonProbability } from './segmenter/python-probability.ts';

const WASM = 'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm';
/** Width and height; one is small enough for no reduction, one large enough for several. */
const SIZES = [
  [320, 240],
  [301, 433],
  [180, 150],
  [1100, 760],
] as const;

interface Request {
  readonly image: GreyImage;
  readonly click: PointPx;
}

/**
 * Largest difference of the probabilities between the runtime of Node, the runtime of browsers and
 * PyTorch, views and averages included, on generated images.
 */
export const onnxParity: Fom = async () => {
  const requests = SIZES.map(([width, height], index) => speckleImage(width, height, index + 1));
  const inNode = await probabilities(await openModel(), requests);
  const wasm = Uint8Array.from(readFileSync(WASM)).buffer;
  const web = await openModel((model) => openWebSession(model, wasm));
  const inWeb = await probabilities(web, requests);
  const inPython = pythonProbability(MODEL_PATH, requests);
  const what = `${requests.length} generated images, one click each`;
  const figures = [figureOf('web', inNode, inWeb, 'onnxruntime-web', what)];
  if (inPython === null) {
    console.error('onnx-parity/python skipped: no Python with PyTorch, onnx, NumPy and Pillow');
    return figures;
  }
  return [...figures, figureOf('python', inNode, inPython, 'PyTorch', what)];
};

async function probabilities(
  { session, card }: FrameModel,
  requests: readonly Request[],
): Promise<readonly Float32Array[]> {
  const maps: Float32Array[] = [];
  for (const { image, click } of requests) {
    const prompt = { clicks: { inside: [click], outside: [] } } as const;
    maps.push((await lesionProbability(image, prompt, session, card)).values);
  }
  await session.dispose();
  return maps;
}

function figureOf(
  name: string,
  inNode: readonly Float32Array[],
  others: readonly Float32Array[],
  other: string,
  what: string,
): FomFigure {
  const differences = inNode.map((values, index) => largestDifference(values, others[index]!));
  return {
    name: `onnx-parity/${name}`,
    figure: Math.max(...differences),
    unit: `largest difference of a probability, onnxruntime-node against ${other}`,
    target: '≤ 1e-4',
    against: null,
    runs: differences.length,
    spread: quartiles(differences),
    machine: machine(),
    more: { what, differences, lesionShares: inNode.map(lesionShare) },
  };
}

/** Share of the pixels with a probability of at least 0.5. */
const lesionShare = (values: Float32Array): number =>
  round(values.reduce((sum, value) => sum + (value >= 0.5 ? 1 : 0), 0) / values.length);

function largestDifference(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new Error('The maps have different sizes');
  return a.reduce((largest, value, index) => Math.max(largest, Math.abs(value - b[index]!)), 0);
}

/** A dark ellipse in speckle. */
function speckleImage(width: number, height: number, seed: number): Request {
  const random = randomOf(seed);
  const grey = new Float32Array(width * height);
  for (let index = 0; index < grey.length; index++) {
    const [x, y] = [(index % width) / width, Math.floor(index / width) / height];
    const inside = Math.hypot((x - 0.45) / 0.2, (y - 0.5) / 0.17) < 1;
    const speckle = Math.sqrt(-Math.log(1 - random())) * 0.6;
    grey[index] = Math.min(1, (inside ? 0.12 : 0.42) * speckle + 0.05);
  }
  return { image: { width, height, grey }, click: { x: 0.42 * width, y: 0.53 * height } };
}
