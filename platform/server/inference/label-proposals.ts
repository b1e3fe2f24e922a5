import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_PROPOSALS, type Proposal } from '#contracts';
import type { CollectedProposals } from '#findings';
import type { Vec3 } from '#geometry';

/** Voxels after which other calls of the server have their turn. */
const TURN_VOXELS = 500_000;
/** Maximum number of voxels in the boxes of all masks, as a multiple of those of the volume. */
const MAX_BOX_SHARE = 4;

export interface LabelImage {
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  /** Number of the label of each voxel; 0 and values that are no numbers are background. */
  readonly labels: ArrayLike<number>;
}

interface Component {
  readonly number: number;
  readonly count: number;
  readonly low: Vec3;
  readonly high: Vec3;
}

/**
 * Turns each component of a label image (voxels with the same label that share a face) into a
 * proposal with a mask and the given score. Keeps the largest components and counts the others in
 * `cut`. Rejects with the reason of `signal` when aborted.
 */
export async function labelProposals(
  { sizes, spacingMm, labels }: LabelImage,
  score: number,
  signal: AbortSignal,
): Promise<Pick<CollectedProposals, 'proposals' | 'cut'>> {
  const [nx, ny] = sizes;
  const { numbers, components } = await findComponents({ sizes, spacingMm, labels }, signal);
  const bySize = components.toSorted((a, b) => b.count - a.count);
  const proposals: Proposal[] = [];
  let room = MAX_BOX_SHARE * labels.length;
  for (const { number, low, high } of bySize.slice(0, MAX_PROPOSALS)) {
    const box: Vec3 = [high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1];
    room -= box[0] * box[1] * box[2];
    if (room < 0) break;
    const voxels = new Uint8Array(box[0] * box[1] * box[2]);
    let to = 0;
    for (let k = low[2]; k <= high[2]; k++) {
      for (let j = low[1]; j <= high[1]; j++) {
        const row = nx * (j + ny * k);
        for (let i = low[0]; i <= high[0]; i++) voxels[to++] = numbers[row + i] === number ? 1 : 0;
      }
    }
    await nextTurn();
    signal.throwIfAborted();
    proposals.push({
      shape: { kind: 'mask', startVoxel: low, sizes: box, spacingMm, voxels },
      score,
    });
  }
  return { proposals, cut: components.length - proposals.length };
}

/** Numbers the components from 1 in reading order of their first voxels. */
async function findComponents({ sizes, labels }: LabelImage, signal: AbortSignal) {
  const [nx, ny, nz] = sizes;
  const numbers = new Uint32Array(nx * ny * nz);
  const components: Component[] = [];
  const pending: number[] = [];
  let visited = 0;
  for (let first = 0; first < numbers.length; first++) {
    if (first % TURN_VOXELS === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
    const label = labels[first] ?? 0;
    // A value that is no number differs from itself and counts as background.
    if (label === 0 || Number.isNaN(label) || numbers[first] !== 0) continue;
    const number = components.length + 1;
    let count = 0;
    const low: [number, number, number] = [nx, ny, nz];
    const high: [number, number, number] = [0, 0, 0];
    numbers[first] = number;
    pending.push(first);
    const visit = (next: number): void => {
      if (labels[next] !== label || numbers[next] !== 0) return;
      numbers[next] = number;
      pending.push(next);
    };
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      count += 1;
      visited += 1;
      if (visited % TURN_VOXELS === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
      const place = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))] as const;
      for (const axis of [0, 1, 2] as const) {
        low[axis] = Math.min(low[axis], place[axis]);
        high[axis] = Math.max(high[axis], place[axis]);
      }
      if (place[0] > 0) visit(at - 1);
      if (place[0] < nx - 1) visit(at + 1);
      if (place[1] > 0) visit(at - nx);
      if (place[1] < ny - 1) visit(at + nx);
      if (place[2] > 0) visit(at - nx * ny);
      if (place[2] < nz - 1) visit(at + nx * ny);
    }
    components.push({ number, count, low, high });
  }
  return { numbers, components };
}
