import { describe, expect, it } from 'vitest';
import { MAX_PROPOSALS } from '#contracts';
import { labelProposals } from './label-proposals.ts';

const SPACING = [1, 1, 1] as const;
const { signal } = new AbortController();

describe('a label image', () => {
  it('becomes one mask for each component, the largest first', async () => {
    const labels = new Uint8Array(6 * 4 * 3);
    const paint = (i: number, j: number, k: number, label: number) => {
      labels[i + 6 * (j + 4 * k)] = label;
    };
    paint(0, 0, 0, 1);
    for (const [i, j, k] of [
      [3, 1, 1],
      [4, 1, 1],
      [4, 2, 1],
      [4, 2, 2],
    ] as const)
      paint(i, j, k, 1);
    // Touches the lesion, but has another label.
    paint(5, 2, 2, 2);
    const found = await labelProposals({ sizes: [6, 4, 3], spacingMm: SPACING, labels }, 1, signal);
    expect(found.cut).toBe(0);
    expect(found.proposals).toEqual([
      {
        shape: {
          kind: 'mask',
          startVoxel: [3, 1, 1],
          sizes: [2, 2, 2],
          spacingMm: SPACING,
          voxels: Uint8Array.of(1, 1, 0, 1, 0, 0, 0, 1),
        },
        score: 1,
      },
      expect.objectContaining({ shape: expect.objectContaining({ startVoxel: [0, 0, 0] }) }),
      expect.objectContaining({ shape: expect.objectContaining({ startVoxel: [5, 2, 2] }) }),
    ]);
  });

  it('has no proposals without labels or with values that are no numbers', async () => {
    const labels = Float32Array.of(Number.NaN, 0, 0, 0);
    const image = { sizes: [4, 1, 1] as const, spacingMm: SPACING, labels };
    expect(await labelProposals(image, 1, signal)).toEqual({ proposals: [], cut: 0 });
  });

  it('keeps 1,000 components of noise and counts the others', async () => {
    const labels = new Uint8Array(40 ** 3);
    for (let n = 0; n < labels.length; n++) {
      const sum = (n % 40) + (Math.floor(n / 40) % 40) + Math.floor(n / 1600);
      labels[n] = sum % 2;
    }
    const image = { sizes: [40, 40, 40] as const, spacingMm: SPACING, labels };
    const { proposals, cut } = await labelProposals(image, 1, signal);
    expect([proposals.length, cut]).toEqual([MAX_PROPOSALS, 32_000 - MAX_PROPOSALS]);
  });

  it('holds no more boxes than four volumes', async () => {
    // Lines along the diagonal planes have boxes as large as the volume.
    const labels = new Uint8Array(30 ** 3);
    for (let n = 0; n < labels.length; n++) {
      const diagonal = (n % 30) + Math.floor(n / 900);
      labels[n] = diagonal % 3 === 0 ? 0 : 1 + (Math.floor(diagonal / 3) % 200);
    }
    const image = { sizes: [30, 30, 30] as const, spacingMm: SPACING, labels };
    const { proposals, cut } = await labelProposals(image, 1, signal);
    const boxes = proposals.map((proposal) => {
      const { shape } = proposal as { shape: { voxels: Uint8Array } };
      return shape.voxels.length;
    });
    expect(boxes.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(4 * 30 ** 3);
    expect(proposals.length + cut).toBe(20);
    expect(cut).toBeGreaterThan(0);
  });

  it('is left when its caller has left', async () => {
    const image = { sizes: [4, 1, 1] as const, spacingMm: SPACING, labels: new Uint8Array(4) };
    await expect(labelProposals(image, 1, AbortSignal.abort())).rejects.toThrow();
  });
});
