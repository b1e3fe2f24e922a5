import { describe, expect, it } from 'vitest';
import type { Finding, Mark } from '#contracts';
import { markCentreMm, sizesFromMarks } from '#findings';
import { scannedVolumeGeometry, type Vec3, VOLUME_PLANES, type VolumeGeometry } from '#geometry';
import { aFinding, aLengthMark } from '#testing';
import { mapDots, mapPoint } from './body-map.ts';
import { differences, differingFields, fieldChoices } from './finding-differences.ts';
import { category, sizeRows, spaceDistanceMm, volumeMl } from './finding-sizes.ts';
import {
  keyImageFrame,
  keyImageOf,
  scanOfThumbnails,
  storesThumbnail,
  thumbnailFrame,
  thumbnailKey,
} from './finding-thumbnail.ts';
import { findingTicks } from './finding-ticks.ts';

const SIZES = { massLengthUm: 12_400, massHeightUm: 9_400, massWidthUm: 8_400 };
const firstMark = (finding: Finding): Mark => Object.values(finding.marks)[0] as Mark;
const withOrigin = (finding: Finding, originMm: Vec3): Finding => {
  const mark = firstMark(finding);
  return { ...finding, marks: { [mark.id]: { ...mark, frame: { ...mark.frame, originMm } } } };
};

describe('finding sizes', () => {
  it('are listed in reporting order; sizes without a measuring mark are typed', () => {
    const rows = sizeRows({ ...aFinding(), ...SIZES });
    expect(rows.map(({ field, mm, typed, plane }) => [field, mm, typed, plane])).toEqual([
      ['massLengthUm', 12.4, true, null],
      ['massHeightUm', 9.4, true, null],
      ['massWidthUm', 8.4, true, null],
    ]);
  });

  it('name the plane of each measurement, also for two equal sizes', () => {
    const across = aLengthMark({ planeView: 'TRA' });
    const along = aLengthMark({ planeView: 'SAG' });
    const { frame } = along;
    const headward: Mark = { ...along, frame: { ...frame, right: [0, 0, 1] } };
    const finding = aFinding({ marks: [across, headward] });
    const sizes = sizesFromMarks(Object.values(finding.marks));
    expect(sizes.massLengthUm).toBe(sizes.massWidthUm);
    const rows = sizeRows({ ...finding, ...sizes });
    expect(rows.map(({ plane }) => plane)).toEqual(['TRA', null, 'SAG']);
  });

  it('include the drawn length of an oblique line if it differs from the size', () => {
    // 60 × 40 mm: the line runs 12 mm across and 5 mm down.
    const mark = aLengthMark({ planeView: 'TRA', end: { u: 0.6, v: 0.625 } });
    const deep: Mark = { ...mark, frame: { ...mark.frame, down: [0, 1, 0] } };
    const drawnLengths = (mark: Mark): readonly (number | null)[] => {
      const finding = aFinding({ marks: [mark] });
      return sizeRows({ ...finding, ...sizesFromMarks([mark]) }).map(({ drawnMm }) => drawnMm);
    };
    expect(drawnLengths(deep)).toEqual([13, null, null]);
    expect(drawnLengths(aLengthMark())).toEqual([null, null, null]);
  });

  it('give a volume only if all three are known: π/6 · 12.4 · 9.4 · 8.4 = 512.7 mm³', () => {
    expect(volumeMl(SIZES)).toBeCloseTo(0.5127, 4);
    expect(volumeMl({ ...SIZES, massWidthUm: null })).toBeNull();
  });

  it('include the category by score and flag 4A and above', () => {
    expect(category(null)).toBeNull();
    expect(category(99)).toBeNull();
    expect(category(4)).toEqual({ name: '3', high: false });
    expect(category(5)).toEqual({ name: '4A', high: true });
  });

  it('include the distance through the tissue only if the nipple is known', () => {
    const finding = aFinding();
    expect(spaceDistanceMm(finding, null)).toBeNull();
    expect(spaceDistanceMm(finding, [0, 0, 0])).toBeGreaterThan(0);
  });
});

describe('finding thumbnails', () => {
  it('are rejected with the specification’s text for findings of two scans', () => {
    const finding = aFinding();
    const other = { ...aFinding(), scan: { id: 'another scan' } };
    expect(scanOfThumbnails([finding, finding])).toMatchObject({ value: finding.scan.id });
    expect(scanOfThumbnails([finding, other])).toMatchObject({
      problem: {
        title: "Thumbnail generation failed because findings don't belong to the same scan",
      },
    });
  });

  it('are stored by the last editor of a reader’s finding, and by any reader of an AI finding', () => {
    const finding = { ...aFinding(), updatedBy: 'editor' };
    expect(storesThumbnail(finding, 'editor')).toBe(true);
    expect(storesThumbnail(finding, 'reader')).toBe(false);
    expect(storesThumbnail({ ...finding, updatedBy: null }, null)).toBe(false);
    const ofAi = { ...finding, generator: { ...finding.generator, id: 'AI' as const } };
    expect(storesThumbnail({ ...ofAi, updatedBy: null }, 'reader')).toBe(true);
  });

  it('get a new key only when the mark moves in the tissue', () => {
    const finding = aFinding();
    expect(thumbnailKey({ ...finding, note: 'Other text' })).toBe(thumbnailKey(finding));
    expect(thumbnailKey(withOrigin(finding, [1, 2, 3]))).not.toBe(thumbnailKey(finding));
    expect(thumbnailKey({ ...finding, marks: {} })).toBeNull();
  });

  it('are squares around the mark: 300 px at 7 px per mm, or 30 mm in each plane', () => {
    const mark = firstMark(aFinding());
    expect(thumbnailFrame(mark).widthMm).toBeCloseTo(300 / 7);
    const { right, down, heightMm } = keyImageFrame(mark, 'COR', 0);
    expect([...right, ...down].map((component) => component + 0)).toEqual([1, 0, 0, 0, 0, -1]);
    expect(heightMm).toBe(30);
  });
});

describe('the radial key image of a finding', () => {
  // Imported volume whose rotation axis differs from the origin of the millimetre coordinates.
  const volume = { ...scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30), originMm: [10, 0, 20] };
  const volumeGeometry = volume as unknown as VolumeGeometry;
  const axis: Vec3 = [39.5, 0, 49.5];
  /** Creates a finding whose mark has its centre at this point. */
  const findingAt = ([x, y, z]: Vec3): Finding => {
    const finding = withOrigin(aFinding(), [0, 0, 0]);
    const centreMm = markCentreMm(firstMark(finding));
    return withOrigin(finding, [x - centreMm[0], y - centreMm[1], z - centreMm[2]]);
  };
  const rightOf = (finding: Finding, nippleMm: Vec3 | null) =>
    keyImageOf(finding, 'RAD', volumeGeometry, nippleMm)?.frame.right.map(
      (component) => component + 0,
    );

  it('lies along the line from the rotation axis while no nipple is set', () => {
    const towardsNine = findingAt([axis[0] - 12, 8, axis[2]]);
    expect(rightOf(towardsNine, null)?.[0]).toBeCloseTo(-1, 9);
    expect(rightOf(towardsNine, null)?.[2]).toBeCloseTo(0, 9);
  });

  it('lies along the line from the nipple once the nipple is set', () => {
    const towardsTwelve = findingAt([axis[0] - 12, 8, axis[2]]);
    expect(rightOf(towardsTwelve, [axis[0] - 12, 0, axis[2] - 9])?.[2]).toBeCloseTo(1, 9);
  });

  it('gets a new name when the nipple moves, unlike the key images of the other planes', () => {
    const finding = findingAt([axis[0] - 12, 8, axis[2]]);
    const nipples: readonly Vec3[] = [axis, [axis[0], 0, axis[2] - 9]];
    for (const plane of VOLUME_PLANES) {
      const names = nipples.map(
        (nipple) => keyImageOf(finding, plane, volumeGeometry, nipple)?.name,
      );
      expect(names[0] === names[1], plane).toBe(plane !== 'RAD');
    }
  });

  it('is null for a finding without marks', () => {
    expect(keyImageOf({ ...aFinding(), marks: {} }, 'RAD', volumeGeometry, null)).toBeNull();
  });
});

describe('conflicting findings', () => {
  const first = aFinding({ label: 1 });
  const second = aFinding({ label: 2 });

  it('are compared by field; an empty field is no difference', () => {
    expect(differingFields([{ ...first, biradsScore: 4 }, second])).toEqual([]);
    const findings = [
      { ...first, biradsScore: 4, massLengthUm: 9_000 },
      { ...second, biradsScore: 5, massLengthUm: 12_000 },
    ];
    expect(differingFields(findings)).toEqual(['biradsScore', 'massLengthUm']);
    expect(fieldChoices(findings, 'biradsScore').map(({ text }) => text)).toEqual([
      '3 · finding 1',
      '4A · finding 2',
    ]);
  });

  it('of two readers are listed with both values, also if only the drawing differs', () => {
    const theirs = withOrigin({ ...first, note: 'Theirs' }, [9, 9, 9]);
    expect(differences({ ...first, note: 'Mine' }, theirs)).toEqual([
      { field: 'marks', mine: '1 mark', theirs: 'drawn differently' },
      { field: 'note', mine: 'Mine', theirs: 'Theirs' },
    ]);
  });
});

describe('the body map', () => {
  it('shows both breasts from the front: the patient’s left at the viewer’s right, head up', () => {
    expect(mapPoint([0, 0, 0], 50, [25, 9, 0])).toEqual({ x: 0.5, y: -0 });
    expect(mapPoint([0, 0, 0], 50, [0, 9, 25])).toEqual({ x: 0, y: -0.5 });
    // Clamped to the rim.
    expect(mapPoint([0, 0, 0], 50, [0, 9, -100])).toEqual({ x: 0, y: 1 });
  });

  it('places a finding by clock position and distance until the volume is known: 3:00 is at the right', () => {
    const stored = { clockPositionSec: 10_800, distanceFromNippleUm: 40_000 };
    const [dot] = mapDots([{ ...aFinding(), ...stored }], null);
    expect(dot?.x).toBeCloseTo(0.5);
    expect(dot?.y).toBeCloseTo(0);
  });

  it('leaves out findings without a clock position until the volume is known', () => {
    expect(mapDots([aFinding()], null)).toEqual([]);
  });
});

describe('the slider ticks of findings', () => {
  it('show findings at one location once', () => {
    const geometry = scannedVolumeGeometry([100, 60, 100], [1, 1, 1], 50);
    const many = Array.from({ length: 1_000 }, () => aFinding());
    expect(findingTicks(many, geometry, null, 'COR')).toHaveLength(1);
  });
});
