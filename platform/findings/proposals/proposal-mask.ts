import {
  type FindingMask,
  MAX_AI_MASKS,
  MAX_MASK_EDGE,
  MAX_MASK_TEXT,
  MIN_MASK_SPACING_MM,
  type ProposalShape,
} from '#contracts';
import { type Vec3, type VolumeGeometry, voxelToMm } from '#geometry';

type MaskShape = Extract<ProposalShape, { kind: 'mask' }>;

/** Length of the texts of all masks of a run, which are part of one request. */
const MAX_TEXT_OF_RUN = 4_000_000;

/** A proposed mask and the finding that has its outlines. */
export interface MaskedProposal {
  readonly findingId: string;
  readonly shape: MaskShape;
}

/**
 * Returns the masks of a run as the server stores them, and the number of those that are too large
 * or beyond the limits of a run; the findings of these have outlines only.
 */
export function runMasks(
  proposals: readonly MaskedProposal[],
  volume: VolumeGeometry,
): { readonly masks: readonly FindingMask[]; readonly leftOut: number } {
  const masks: FindingMask[] = [];
  let room = MAX_TEXT_OF_RUN;
  for (const { findingId, shape } of proposals) {
    if (masks.length >= MAX_AI_MASKS) break;
    const mask = findingMask(findingId, shape, volume);
    if (mask === null || mask.bitsBase64.length > room) continue;
    room -= mask.bitsBase64.length;
    masks.push(mask);
  }
  return { masks, leftOut: proposals.length - masks.length };
}

/** Returns the smallest box with the voxels of a mask; null if it is too large or has none. */
function findingMask(
  findingId: string,
  { sizes: [nx, ny, nz], startVoxel, voxels }: MaskShape,
  volume: VolumeGeometry,
): FindingMask | null {
  const low: [number, number, number] = [nx, ny, nz];
  const high: [number, number, number] = [-1, -1, -1];
  for (let n = 0; n < voxels.length; n++) {
    if (voxels[n] === 0) continue;
    const place = [n % nx, Math.floor(n / nx) % ny, Math.floor(n / (nx * ny))] as const;
    for (const axis of [0, 1, 2] as const) {
      low[axis] = Math.min(low[axis], place[axis]);
      high[axis] = Math.max(high[axis], place[axis]);
    }
  }
  const sizes: Vec3 = [high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1];
  const count = sizes[0] * sizes[1] * sizes[2];
  const isStorable =
    sizes.every((size) => size > 0 && size <= MAX_MASK_EDGE) &&
    volume.spacingMm.every((mm) => mm >= MIN_MASK_SPACING_MM) &&
    4 * Math.ceil(count / 24) <= MAX_MASK_TEXT;
  if (!isStorable) return null;
  const bits = new Uint8Array(Math.ceil(count / 8));
  let bit = 0;
  for (let k = low[2]; k <= high[2]; k++) {
    for (let j = low[1]; j <= high[1]; j++) {
      for (let i = low[0]; i <= high[0]; i++, bit++) {
        if (voxels[i + nx * (j + ny * k)] === 0) continue;
        bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
  }
  const first: Vec3 = [startVoxel[0] + low[0], startVoxel[1] + low[1], startVoxel[2] + low[2]];
  return {
    findingId,
    sizes: [...sizes],
    spacingMm: [...volume.spacingMm],
    originMm: [...voxelToMm(volume, first)],
    bitsBase64: base64Of(bits),
  };
}

function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  // `fromCharCode` takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return btoa(parts.join(''));
}
