import type { Vec3 } from '#geometry';
import type { JobHandler } from '#server/extension';
import { volumeToNrrd, writeNrrd } from '#volume';
import { ballVolume } from '../../../../extensions/ai-findings/test-support/ball-volume.ts';

const SIZES: Vec3 = [160, 80, 160];
const SPACING_MM: Vec3 = [0.5, 0.5, 0.5];
const ORIGIN_MM: Vec3 = [-39.75, 0.25, -39.75];

/** Publishes a volume of 80 × 40 × 80 mm with a dark ball at x 12, y 18, z −9 mm. */
export const ballJob: JobHandler = {
  onScanCompleted: false,
  async run(run) {
    const { geometry, voxels } = ballVolume({
      sizes: SIZES,
      spacingMm: SPACING_MM,
      originMm: ORIGIN_MM,
      balls: [{ centreMm: [12, 18, -9], radiiMm: [6, 5, 6], db: -44 }],
    });
    await run.publish([
      {
        fileCategory: 'VOLUME3D',
        fileName: 'volume.nrrd',
        fileExtension: 'nrrd',
        header: {
          sizes: SIZES.join(' '),
          spacingMm: [...SPACING_MM],
          originMm: [...ORIGIN_MM],
          coverageRadiusMm: geometry.coverageRadiusMm,
        },
        bytes: writeNrrd(volumeToNrrd({ geometry, voxels }, { dynamicRangeDb: '60' })),
      },
    ]);
  },
};
