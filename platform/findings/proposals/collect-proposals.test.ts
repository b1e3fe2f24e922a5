import { expect, it } from 'vitest';
import type { Proposal } from '#contracts';
import { collectProposals } from './collect-proposals.ts';
import type { FindingProvider, ProviderInput } from './finding-provider.ts';

const proposal = (score: number): Proposal => ({
  shape: { kind: 'point', atMm: [0, 5, 0] },
  score,
});

const input: ProviderInput = {
  kind: 'VOLUME',
  runId: '01900000-0000-7000-8000-000000000000',
  laterality: 'L',
  dynamicRangeDb: 60,
  sizes: [2, 2, 2],
  spacingMm: [1, 1, 1],
  originMm: [-0.5, 0.5, -0.5],
  directions: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  coverage: { axisMm: { x: 0, z: 0 }, radiusMm: 10 },
  nippleMm: null,
  voxels: new Uint8Array(8),
  seed: null,
  weights: null,
};
const openOnnx = async (): Promise<never> => {
  throw new Error('Not used');
};

function collect(run: FindingProvider['run'], nowMs = () => 0) {
  const progress: number[] = [];
  const options = { onProgress: (part: number) => void progress.push(part), nowMs, openOnnx };
  const collected = collectProposals({ run }, input, options);
  return { collected, progress };
}

it.each([
  ['a generator', () => [proposal(0.2), proposal(0.7)].values()],
  [
    'an asynchronous generator',
    async function* run() {
      yield* [proposal(0.2), proposal(0.7)];
    },
  ],
  ['a promise of a list', async () => [proposal(0.2), proposal(0.7)]],
])('collects the proposals of %s, the highest score first', async (_title, run) => {
  const { proposals, cut } = await collect(run).collected;
  expect(proposals).toEqual([proposal(0.7), proposal(0.2)]);
  expect(cut).toBe(0);
});

it('ends a provider that never ends after 1,000,000 proposals and keeps the 1,000 best', async () => {
  const { proposals, cut } = await collect(function* endless() {
    for (let n = 0; ; n++) yield proposal((n % 100_000) / 100_000);
  }).collected;
  expect(proposals).toHaveLength(1_000);
  expect(cut).toBe(999_000);
  expect(proposals.at(-1)).toEqual(proposal(0.999));
});

it('prefers any valid score to scores that are no numbers', async () => {
  const { proposals } = await collect(function* run() {
    for (let n = 0; n < 3_000; n++) yield proposal(n === 5 ? 0.01 : Number.NaN);
  }).collected;
  expect(proposals[0]).toEqual(proposal(0.01));
});

it('rejects with the error that the provider throws', async () => {
  const { collected } = collect(() => {
    throw new Error('the weights are missing');
  });
  await expect(collected).rejects.toThrow('the weights are missing');
});

it('limits messages in number and length, and progress to ten reports per second', async () => {
  let nowMs = 0;
  const { collected, progress } = collect(
    (_input, tools) => {
      for (let n = 0; n < 100; n++) {
        nowMs += 10;
        tools.progress(n / 100);
        tools.log('x'.repeat(1_000));
      }
      return [];
    },
    () => nowMs,
  );
  const { messages } = await collected;
  expect(messages).toHaveLength(20);
  expect(messages[0]).toHaveLength(300);
  expect(progress).toHaveLength(10);
});
