import { rotationAxisMm } from '#geometry';
import type { LoadedVolume } from './loaded-volume.ts';

/** A grey (0..255) and how much of a millimetre's light a voxel of it keeps. */
export type OpacityPoint = readonly [grey: number, opacity: number];

/** How voxels become visible in space. */
export interface SpacePreset {
  readonly id: 'tissue' | 'dark' | 'bright';
  /** Dark places are shown as bright ones: cysts and lesions instead of the tissue about them. */
  readonly inverted: boolean;
  readonly opacity: readonly OpacityPoint[];
}

/** Dark is transparent in ultrasound, unless what is looked for is dark itself. */
export const SPACE_PRESETS: readonly SpacePreset[] = [
  {
    id: 'tissue',
    inverted: false,
    opacity: [
      [0, 0],
      [45, 0],
      [110, 0.035],
      [180, 0.16],
      [255, 0.5],
    ],
  },
  {
    id: 'dark',
    inverted: true,
    opacity: [
      [0, 0],
      [200, 0],
      [222, 0.05],
      [245, 0.35],
      [255, 0.5],
    ],
  },
  {
    id: 'bright',
    inverted: false,
    opacity: [
      [0, 0],
      [150, 0],
      [200, 0.2],
      [255, 0.8],
    ],
  },
];

/**
 * A volume small enough to be drawn as a whole: at most `longest` voxels along an axis, each the
 * mean of some of those it stands for. Inverted, everything outside the covered cylinder stays 0,
 * so that the dark around the breast is not taken for a lesion.
 */
export function spaceVolume(
  source: LoadedVolume,
  longest: number,
  inverted: boolean,
): LoadedVolume {
  const factor = Math.max(1, Math.ceil(Math.max(...source.geometry.sizes) / longest));
  if (factor === 1 && !inverted) return source;
  const { sizes, spacingMm, originMm } = source.geometry;
  const [nx, ny, nz] = sizes;
  const at = (n: number): number => Math.max(1, Math.floor(n / factor));
  const [mx, my, mz] = [at(nx), at(ny), at(nz)];
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
        const grey = sum / picks.length ** 3;
        voxels[i + mx * (j + my * k)] = inverted ? 255 - grey : grey;
      }
    }
  }
  return { id: `${source.id}-space-${factor}${inverted ? '-inverted' : ''}`, geometry, voxels };
}
