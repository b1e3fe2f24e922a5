import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFrameModel } from '../../../extensions/ai-findings/segmentation2d/open-frame-model.ts';
import { openNodeSession } from '../../../extensions/ai-findings/segmentation2d/open-node-session.ts';
import { encodePng } from '../../../platform/server/images/encode-png.ts';

const PYTHON = process.env.CLOCKFACE_PYTHON ?? '/usr/bin/python3';
const PROGRAMS = join(import.meta.dirname, '../../../extensions/ai-findings/training/segmenter2d');
const HAS_PYTORCH = spawnSync(PYTHON, ['-c', 'import numpy, onnx, torch, PIL']).status === 0;
const SIZE = 96;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-training-'));
  for (const name of ['images', 'masks']) mkdirSync(join(folder, name));
  const rows = Array.from({ length: 22 }, (_, index) => writeImage(index));
  writeFileSync(join(folder, 'split.csv'), ['name,class,split,width,height', ...rows].join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a dark disc in stripes and its mask; the last image has no lesion. Returns its line. */
function writeImage(index: number): string {
  const [name, isNormal] = [`image-${index}`, index === 21];
  const radius = isNormal ? 0 : 12 + index;
  const isInside = (pixel: number): boolean =>
    Math.hypot((pixel % SIZE) - 48, Math.floor(pixel / SIZE) - 44) < radius;
  const pixels = Uint8Array.from({ length: SIZE * SIZE }, (_, pixel) =>
    isInside(pixel) ? 20 : 90 + ((pixel * 37) % 90),
  );
  const mask = pixels.map((_, pixel) => (isInside(pixel) ? 255 : 0));
  const shared = { width: SIZE, height: SIZE };
  writeFileSync(join(folder, 'images', `${name}.png`), encodePng({ ...shared, pixels }));
  writeFileSync(join(folder, 'masks', `${name}.png`), encodePng({ ...shared, pixels: mask }));
  const kind = index % 2 === 0 ? 'benign' : 'malignant';
  const split = index < 18 || isNormal ? 'train' : 'validation';
  return `${name},${isNormal ? 'normal' : kind},${split},${SIZE},${SIZE}`;
}

const python = (program: string, ...args: readonly string[]): string =>
  execFileSync(PYTHON, ['-B', join(PROGRAMS, program), ...args], {
    encoding: 'utf8',
    env: { ...process.env, OMP_NUM_THREADS: '1' },
  });

const suffix = HAS_PYTORCH ? '' : ' (skipped: no PyTorch)';

describe.skipIf(!HAS_PYTORCH)(`the training of the 2D segmenter${suffix}`, () => {
  it('writes model and card for the product by one command, which goes on from checkpoints', async () => {
    const [runs, weights] = [join(folder, 'runs'), join(folder, 'weights')];
    const make = (steps: string): string =>
      python('make_model.py', folder, runs, weights, '--version', '9.9.9', '--steps', steps);
    make('2');
    const output = make('3');
    expect(output).toContain('largest difference of the exported network');
    const card: unknown = JSON.parse(readFileSync(join(weights, 'segmenter2d.json'), 'utf8'));
    const model = Uint8Array.from(readFileSync(join(weights, 'segmenter2d.onnx')));
    const opened = await openFrameModel(card, model, openNodeSession);
    if (!opened.ok) throw new Error(opened.problem.detail);
    expect(opened.value.card.version).toBe('9.9.9');
    await opened.value.session.dispose();
    const text = readFileSync(join(weights, 'segmenter2d.md'), 'utf8');
    expect(text).toContain('seed 7 with 3 steps, seed 11 with 3 steps of 16 examples');
    expect(text).toContain('2 residual U-Nets');
    expect(text).toContain('3 validation images');
  });

  it('gives the same weights for the same seed', () => {
    const [first, second] = ['a', 'b'].map((name) => {
      const run = join(folder, name);
      python('train.py', folder, run, '--steps', '1', '--seed', '5');
      python('export.py', folder, run, join(run, 'last.pt'), '--version', '1');
      return JSON.parse(readFileSync(join(run, 'segmenter2d.json'), 'utf8')).weightsSha256;
    });
    expect(first).toBe(second);
  });
});
