import { rotationAxisMm } from '#geometry';
import type { LoadedVolume } from '../planes/loaded-volume.ts';

/** Grey level (0..255) and its opacity per millimetre. */
export type OpacityPoint = readonly [grey: number, opacity: number];

/** Transfer function of the 3D view. */
export interface SpacePreset {
  readonly id: 'tissue' | 'dark' | 'bright';
  /** Inverts the grey levels, so that cysts and lesions show instead of the surrounding tissue. */
  readonly inverted: boolean;
  /**
   * Share (0..1) of recorded voxels that are darker, and the opacity at that grey level. Given as
   * shares, because gain and dynamic range shift all grey levels of a breast.
   */
  readonly opacity: readonly (readonly [share: number, opacity: number])[];
}

/** Dark voxels are transparent in ultrasound, except in the preset for dark structures. */
export const SPACE_PRESETS: readonly SpacePreset[] = [
  {
    id: 'tissue',
    inverted: false,
    opacity: [
      [0.35, 0],
      [0.7, 0.025],
      [0.92, 0.14],
      [0.995, 0.6],
    ],
  },
  {
    id: 'dark',
    inverted: true,
    opacity: [
      [0.8, 0],
      [0.92, 0.03],
      [0.98, 0.3],
      [0.998, 0.6],
    ],
  },
  {
    id: 'bright',
    inverted: false,
    opacity: [
      [0.9, 0],
      [0.97, 0.2],
      [0.999, 0.8],
    ],
  },
];

/** Returns a preset's opacity points for one volume; unrecorded voxels (0) stay invisible. */
export function opacityOf({ opacity }: SpacePreset, voxels: Uint8Array): readonly OpacityPoint[] {
  const greyLevelAt = greyLevelFinder(voxels);
  let last = 0;
  const points = opacity.map(([share, amount]): OpacityPoint => {
    // Two shares may fall on the same grey level; points must strictly increase.
    last = Math.min(255, Math.max(last + 1, greyLevelAt(share)));
    return [last, amount];
  });
  const [first] = points;
  return [
    [0, 0],
    ...(first === undefined || first[0] <= 1 ? [] : [[first[0] - 1, 0] as const]),
    ...points,
  ];
}

/** Returns the range of grey levels of the tissue: the 10th and 99.5th percentile of the voxels. */
export function greyLevelRange(voxels: Uint8Array): readonly [dark: number, bright: number] {
  const greyLevelAt = greyLevelFinder(voxels);
  const dark = greyLevelAt(0.1);
  return [dark, Math.max(dark + 1, greyLevelAt(0.995))];
}

/**
 * Returns a function that maps a share (0..1) to the smallest grey level that at least this share
 * of the recorded voxels does not exceed.
 */
function greyLevelFinder(voxels: Uint8Array): (share: number) => number {
  const counts = new Uint32Array(256);
  for (const greyLevel of voxels) counts[greyLevel] = (counts[greyLevel] ?? 0) + 1;
  const recorded = voxels.length - (counts[0] ?? 0);
  return (share) => {
    let upTo = 0;
    for (let greyLevel = 1; greyLevel < 256; greyLevel += 1) {
      upTo += counts[greyLevel] ?? 0;
      if (upTo >= share * recorded) return greyLevel;
    }
    return 255;
  };
}

/**
 * Returns a volume small enough for volume rendering: at most `maxSize` voxels along an axis, each
 * the mean of a sample of the voxels it replaces. Voxels outside the covered cylinder become 0,
 * also when inverted, so that the dark surroundings are not taken for a lesion.
 */
export function spaceVolume(
  source: LoadedVolume,
  maxSize: number,
  inverted: boolean,
): LoadedVolume {
  const factor = Math.max(1, Math.ceil(Math.max(...source.geometry.sizes) / maxSize));
  if (factor === 1 && !inverted) return source;
  const { sizes, spacingMm, originMm } = source.geometry;
  const [nx, ny, nz] = sizes;
  const reduced = (n: number): number => Math.max(1, Math.floor(n / factor));
  const [mx, my, mz] = [reduced(nx), reduced(ny), reduced(nz)];
  const shift = (factor - 1) / 2;
  const geometry = {
    ...source.geometry,
    sizes: [mx, my, mz] as const,
    spacingMm: [spacingMm[0] * factor, spacingMm[1] * factor, spacingMm[2] * factor] as const,
    originMm: [
      originMm[0] + shift * spacingMm[0],
      originMm[1] + shift * spacingMm[1],
      originMm[2] + shift * spacingMm[2],
    ] as const,
  };
  const voxels = new Uint8Array(mx * my * mz);
  // Offsets of the sampled voxels along each axis.
  const picks = factor === 1 ? [0] : [0, Math.ceil(factor / 2)];
  const axis = rotationAxisMm(source.geometry);
  const radius = source.geometry.coverageRadiusMm;
  for (let k = 0; k < mz; k += 1) {
    const z = geometry.originMm[2] + k * geometry.spacingMm[2] - axis.z;
    for (let i = 0; i < mx; i += 1) {
      const x = geometry.originMm[0] + i * geometry.spacingMm[0] - axis.x;
      if (Math.hypot(x, z) > radius) continue;
      for (let j = 0; j < my; j += 1) {
        let sum = 0;
        for (const c of picks) {
          for (const b of picks) {
            const row = i * factor + nx * (j * factor + b + ny * (k * factor + c));
            for (const a of picks) sum += source.voxels[row + a] ?? 0;
          }
        }
        const greyLevel = sum / picks.length ** 3;
        voxels[i + mx * (j + my * k)] = inverted ? 255 - greyLevel : greyLevel;
      }
    }
  }
  return { id: `${source.id}-space-${factor}${inverted ? '-inverted' : ''}`, geometry, voxels };
}
