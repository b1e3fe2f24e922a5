import { describe, expect, it } from 'vitest';
import { writeNrrd } from '#volume';
import { encodeRawHeader, type RawHeader } from '../../model/index.ts';
import { decodeFrame, frameExtent, hasSameGeometry } from './decode-frame.ts';

const header: RawHeader = {
  schema: 1,
  sweep: 'PER',
  plane: 'half',
  side: 'R',
  clockDeg: [87],
  lateralPitchMm: 1,
  firstLateralMm: 14,
  depthStepMm: 0.5,
  firstDepthMm: 4,
  tiltDeg: -6,
  axisColumn: -14,
  planeOffsetMm: 0,
  speedOfSoundMps: 1540,
  deviceAngle: { direction: -1, zeroDeg: 90 },
  epoch: 1,
  settingsVersion: 1,
  acquisitionMode: 'BMODE',
  content: 'BMODE',
  dynamicRangeDb: 60,
  frequencyHz: 5e6,
  focusMm: 25,
  filterName: 'FAMODE3',
  compound: false,
  doubler: true,
};

const fileOf = (data: Uint8Array, sizes: readonly number[]) =>
  writeNrrd({
    type: 'uint8',
    sizes,
    kinds: sizes.map(() => 'domain'),
    keyValues: encodeRawHeader(header),
    data,
  });

describe('a decoded raw frame', () => {
  it('keeps its rows and geometry', async () => {
    const decoded = await decodeFrame(fileOf(Uint8Array.from([1, 2, 3, 4, 5, 6]), [3, 2]));
    if (!decoded.ok) throw new Error(decoded.problem.title);
    expect(decoded.value).toMatchObject({ lines: 3, samples: 2, clockDeg: 87 });
    expect([...decoded.value.grey]).toEqual([1, 2, 3, 4, 5, 6]);
    const extent = frameExtent(decoded.value);
    expect(extent).toMatchObject({ leftMm: 13.5, rightMm: 16.5, topMm: 3.75, bottomMm: 4.75 });
    // The last line is 16 mm from the axis; its beam is tilted outwards by 6° and ends at 4.5 mm.
    const tiltRad = (6 * Math.PI) / 180;
    expect(extent.maxRadiusMm).toBeCloseTo(16 * Math.cos(tiltRad) + 4.5 * Math.sin(tiltRad), 3);
  });

  it('can be painted over the previous frame only if both have the same geometry', async () => {
    const decoded = await decodeFrame(fileOf(new Uint8Array(6), [3, 2]));
    if (!decoded.ok) throw new Error(decoded.problem.title);
    const frame = decoded.value;
    const next = { ...frame, clockDeg: 88, header: { ...header, clockDeg: [88] } };
    expect(hasSameGeometry(frame, next)).toBe(true);
    expect(hasSameGeometry(frame, { ...next, lines: 2, samples: 3 })).toBe(false);
    for (const changedField of ['tiltDeg', 'firstLateralMm', 'depthStepMm'] as const) {
      expect(hasSameGeometry(frame, { ...next, header: { ...header, [changedField]: 7 } })).toBe(
        false,
      );
    }
  });

  it('is rejected if the file is not an image', async () => {
    const sweep = await decodeFrame(fileOf(new Uint8Array(8), [2, 2, 2]));
    expect(sweep).toMatchObject({ ok: false, problem: { code: 'FRAME_UNREADABLE' } });
    expect((await decodeFrame(new Uint8Array([1, 2, 3]))).ok).toBe(false);
  });
});
