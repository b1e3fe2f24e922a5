import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURE_NAMES, PATCH_LENGTH } from '../../../extensions/ai-findings/detection/index.ts';
import { openNodeNetwork } from '../../../extensions/ai-findings/detection/open-node-network.ts';
import { randomOf } from '../../faults/support/scanning/shuffled.ts';

const PYTHON = process.env.CLOCKFACE_PYTHON ?? '/usr/bin/python3';
const PROGRAM = join(
  import.meta.dirname,
  '../../../extensions/ai-findings/training/detector/train.py',
);
const HAS_PYTORCH = spawnSync(PYTHON, ['-c', 'import numpy, onnx, torch']).status === 0;
const COUNT = 60;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-detector-'));
  const random = randomOf(4);
  // Every fifth candidate is a lesion, which is 20 dB darker.
  const isLesion = (candidate: number): boolean => candidate % 5 === 0;
  const labels = Uint8Array.from({ length: COUNT }, (_, n) => (isLesion(n) ? 1 : 0));
  const patches = Float32Array.from(
    { length: COUNT * PATCH_LENGTH },
    (_, n) => 8 * random() - (isLesion(Math.floor(n / PATCH_LENGTH)) ? 20 : 0),
  );
  const features = Float32Array.from({ length: COUNT * FEATURE_NAMES.length }, () => random());
  writeFileSync(join(folder, 'labels.u8'), labels);
  writeFileSync(join(folder, 'patches.f32'), new Uint8Array(patches.buffer));
  writeFileSync(join(folder, 'features.f32'), new Uint8Array(features.buffer));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const floatsOf = (name: string): Float32Array =>
  new Float32Array(Uint8Array.from(readFileSync(join(folder, name))).buffer);

const suffix = HAS_PYTORCH ? '' : ' (skipped: no PyTorch)';

describe.skipIf(!HAS_PYTORCH)(`the training of the lesion detector${suffix}`, () => {
  it('writes a network whose values in the product are those of PyTorch, and that has learned', async () => {
    execFileSync(PYTHON, ['-B', PROGRAM, folder, '--steps', '30'], {
      env: { ...process.env, OMP_NUM_THREADS: '1' },
    });
    const network = await openNodeNetwork(readFileSync(join(folder, 'lesion-network.onnx')));
    const expected = floatsOf('parity-logits.f32');
    const logits = await network.run(
      floatsOf('parity-patches.f32'),
      floatsOf('parity-features.f32'),
      expected.length,
    );
    for (const [n, logit] of logits.entries()) expect(logit).toBeCloseTo(expected[n] ?? 0, 4);
    const [lesion = 0, other = 0] = await network.run(
      floatsOf('patches.f32').slice(0, 2 * PATCH_LENGTH),
      floatsOf('features.f32').slice(0, 2 * FEATURE_NAMES.length),
      2,
    );
    expect(lesion).toBeGreaterThan(other);
    await network.dispose();
  });
});
