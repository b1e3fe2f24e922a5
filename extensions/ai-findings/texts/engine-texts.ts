import { defineTexts, formatFixed } from '#foundation';

interface Grid {
  readonly sizes: readonly number[];
  readonly spacingMm: readonly number[];
}

/** Problems of the engines by code; the server and workers report them in English. */
export const engineTexts = defineTexts('ai-engines', {
  problems: {
    SEED_INVALID: {
      title: 'The point or box is not valid',
      detail:
        'Coordinates must be finite numbers in millimetres, and a box or radius larger than 0.',
      next: 'Click inside the lesion or draw a box around it.',
    },
    SEED_OUTSIDE_VOLUME: {
      title: 'The point is outside the recorded tissue',
      detail: (mm: readonly number[]) =>
        `No beam reached ${mm.map((value) => formatFixed(value, 1)).join(', ')} mm.`,
      next: 'Click inside the lesion.',
    },
    LESION_NOT_FOUND: {
      title: 'No border was found here',
      detail: (db: number, minimum: number) =>
        `The tissue around is ${formatFixed(db, 1)} dB brighter; a border needs at least ${minimum} dB.`,
      next: 'Draw a box around the lesion, or draw its contour with the freehand tool.',
    },
    SLICES_DISAGREE: {
      title: 'No outline in 3D was found here',
      detail: (agreeing: number, outlined: number, minimum: number) =>
        `The network outlined the lesion in ${outlined} slices, and ${agreeing} of the outlines agree; at least ${minimum} and half of them must.`,
      next: 'Draw a box around the lesion, or draw its contour with the freehand tool.',
    },
    DYNAMIC_RANGE_UNKNOWN: {
      title: 'The dynamic range of the volume is unknown',
      detail: (db: number | null) =>
        `The models compare echoes in decibels; the stated dynamic range is ${db ?? 'missing'}.`,
      next: 'Use a volume whose scan states its dynamic range in dB.',
    },
    VOLUME_GRID_INVALID: {
      title: 'The size of the volume contradicts its data',
      detail: ({ sizes, spacingMm }: Grid, voxels: number, coverage: number) =>
        `${sizes.join(' × ')} voxels of ${spacingMm.join(' × ')} mm with ${voxels} voxel and ${coverage} coverage bytes.`,
      next: 'Load the volume again or reconstruct it.',
    },
    VOLUME_TOO_LARGE: {
      title: 'The volume is larger than any recording of a breast',
      detail: ({ sizes, spacingMm }: Grid) =>
        `${sizes.join(' × ')} voxels of ${spacingMm.join(' × ')} mm.`,
      next: 'Import the volume again with its voxel size in millimetres.',
    },
  },
});
