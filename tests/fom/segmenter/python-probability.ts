import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  GreyImage,
  PointPx,
} from '../../../extensions/ai-findings/segmentation2d/image-view.ts';

const PYTHON = process.env.CLOCKFACE_PYTHON ?? '/usr/bin/python3';
const PROGRAM = 'extensions/ai-findings/training/segmenter2d/predict_file.py';

/**
 * Returns the probabilities that the training program computes with PyTorch from the same ONNX file;
 * null where Python, PyTorch or onnx is missing. Throws when the program fails.
 */
export function pythonProbability(
  model: string,
  requests: readonly { readonly image: GreyImage; readonly click: PointPx }[],
): readonly Float32Array[] | null {
  const check = spawnSync(PYTHON, ['-c', 'import numpy, onnx, torch, PIL']);
  if (check.status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'clockface-parity-'));
  try {
    const list = requests.map(({ image, click }, index) => {
      writeFileSync(join(folder, `${index}.grey`), new Uint8Array(image.grey.buffer));
      return { name: `${index}`, width: image.width, height: image.height, ...click };
    });
    writeFileSync(join(folder, 'requests.json'), JSON.stringify(list));
    const done = spawnSync(PYTHON, ['-B', PROGRAM, model, folder], { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`predict_file.py failed: ${done.stderr}`);
    return requests.map((_, index) => {
      const bytes = Uint8Array.from(readFileSync(join(folder, `${index}.probability`)));
      return new Float32Array(bytes.buffer);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
