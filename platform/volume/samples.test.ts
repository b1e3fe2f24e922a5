import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { HAS_SAMPLES, readSample, sampleTitle } from '#testing/files';
import { readMetaImage, reorient } from './index.ts';

describe.skipIf(!HAS_SAMPLES)(sampleTitle('the MetaImage reader on samples of PLUS'), () => {
  it('reads the voxels that Python 3 unpacks from a volume (zlib, hashlib)', async () => {
    const image = unwrap(await readMetaImage(readSample('phantom-volume-plus.mha')));
    expect(image.sizes).toEqual([147, 106, 104]);
    expect(image.spacingMm).toEqual([0.5, 0.5, 0.5]);
    expect(image.offset).toEqual([-74.5217, 165.573, 29.072]);
    expect(image.scaling).toBeNull();
    expect(createHash('sha256').update(image.data).digest('hex')).toBe(
      '63ea77330019273c513bc3a7a46c6c12390703cfb40d6d663f98f2a47315e33d',
    );
    expect(image.header.AnatomicalOrientation).toBe('RAI');
  });

  it('preserves voxels and spacing when a volume is reoriented', async () => {
    const image = unwrap(await readMetaImage(readSample('phantom-volume-plus.mha')));
    const { geometry, voxels } = unwrap(reorient(image, '+k', '-j'));
    expect(geometry.sizes).toEqual([147, 104, 106]);
    expect(geometry.spacingMm).toEqual([0.5, 0.5, 0.5]);
    expect(voxels.reduce((total, byte) => total + byte, 0)).toBe(31_994_159);
    // Depth +k and head -j make left = k × -j = +i; voxel (70, 52, 55) is the file's (70, 50, 52).
    expect(voxels[70 + 147 * (52 + 104 * 55)]).toBe(image.data[70 + 147 * (50 + 106 * 52)]);
  });

  it('rejects a sweep of frames as a volume', async () => {
    const image = unwrap(await readMetaImage(readSample('phantom-sweep-plus.igs.mha')));
    const result = reorient(image, '+j', '+k');
    expect(result.ok || result.problem.code).toBe('IMPORT_IS_A_SWEEP');
  });
});
