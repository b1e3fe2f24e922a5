import { describe, expect, it } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { aFinding, aLengthMark, aPatient, aScan, aStudy } from '#testing';
import {
  captionOf,
  findingLines,
  imageFileName,
  subjectLines,
  summaryLine,
  wrapLine,
} from './image-caption.ts';

const volume = scannedVolumeGeometry([200, 90, 180], [0.5, 0.5, 0.5], 45);
const scan = aScan({ label: 'R2', acquisitionTime: '2026-01-15T12:00:00.000Z' });
const plane = {
  plane: 'COR',
  scan,
  volume,
  nippleMm: [0, 0, 0],
  position: { sag: -40, tra: 0, depth: 28, rad: 0 },
} as const;

describe('the caption of a saved image', () => {
  it('names the location of the cross as that of the cross', () => {
    expect(captionOf(plane, 'slab 2 mm mean')).toEqual([
      'R2 · Coronal · slab 2 mm mean · depth from transducer 14.3 mm',
      'Cross: 9:00 · 20 mm FN',
    ]);
  });

  it('states that the nipple is not set instead of a clock position', () => {
    expect(captionOf({ ...plane, nippleMm: null }, 'slice 0.5 mm').at(-1)).toBe(
      'Cross: nipple not set',
    );
  });

  it('calls a cross in the black corner outside the image', () => {
    const corner = { ...plane, position: { ...plane.position, sag: -90, tra: 80 } };
    expect(captionOf(corner, 'slice 0.5 mm').at(-1)).toBe('Cross: outside the image');
  });

  it('calls a cross within 10 mm of the nipple subareolar, without a clock position', () => {
    const near = { ...plane, position: { ...plane.position, sag: -19 } };
    expect(captionOf(near, 'slice 0.5 mm').at(-1)).toBe('Cross: subareolar · 10 mm FN');
  });

  it('contains the position of the other planes as in their footers', () => {
    const sagittal = captionOf({ ...plane, plane: 'SAG' }, 'slice 0.5 mm');
    expect(sagittal[0]).toBe('R2 · Sagittal · slice 0.5 mm · right 20.0 mm');
  });
});

describe('the lines of the marks in a saved image', () => {
  const reference = {
    side: 'R',
    nippleMm: [0, 0, 0],
    face: { pointMm: [0, 0, 0], inward: [0, 1, 0] },
    skin: null,
  } as const;
  const markAt = (atMm: readonly [number, number, number]) =>
    aLengthMark({
      frame: {
        originMm: [atMm[0] - 5, atMm[1], atMm[2] + 5],
        right: [1, 0, 0],
        down: [0, 0, -1],
        widthMm: 10,
        heightMm: 10,
      },
      start: { u: 0, v: 0.5 },
      end: { u: 1, v: 0.5 },
    });
  const ten = [-26, 14, 15] as const;

  it('contain the location and the size of each mark itself, not of the cross', () => {
    const finding = aFinding({ label: 3 });
    const mark = markAt(ten);
    expect(findingLines([{ finding, mark }], reference)).toEqual([
      'Finding 3: R 10:00 · 30 mm FN · depth 14 mm · 10.0 mm',
    ]);
  });

  it('join marks of a finding at the same location and separate the others', () => {
    const finding = aFinding({ label: 3 });
    const other = aFinding({ label: 4 });
    const drawn = [
      { finding, mark: markAt(ten) },
      { finding: other, mark: markAt([0, 8, 4]) },
      { finding, mark: markAt(ten) },
      { finding, mark: markAt([26, 14, -15]) },
    ];
    expect(findingLines(drawn, reference)).toEqual([
      'Finding 3: R 10:00 · 30 mm FN · depth 14 mm · 10.0 × 10.0 mm',
      'Finding 4: R subareolar · 4 mm FN · depth 8 mm · 10.0 mm',
      'Finding 3: R 4:00 · 30 mm FN · depth 14 mm · 10.0 mm',
    ]);
  });

  it('state that the nipple is not set for a finding as a whole, without the hint of its row', () => {
    const mark = markAt(ten);
    const finding = { ...aFinding({ label: 2 }), marks: { [mark.id]: mark } };
    const line = summaryLine(finding, { ...reference, nippleMm: null }, 'R');
    expect(line).toMatch(/^Finding 2: R · depth 14 mm · nipple not set · /);
  });

  it('state side and depth without a nipple', () => {
    const drawn = [{ finding: aFinding({ label: 1 }), mark: markAt(ten) }];
    expect(findingLines(drawn, { ...reference, nippleMm: null })).toEqual([
      'Finding 1: R · depth 14 mm · nipple not set · 10.0 mm',
    ]);
  });
});

describe('the subject of a saved image', () => {
  const study = aStudy({ id: '01a1fe5b-add3-759b-8888-0000004bc1ef', accessionNumber: 'A-77' });

  it('is patient, study, day and side in words', () => {
    expect(subjectLines({ scan, patient: aPatient(), study })).toEqual([
      'Example, Ada · P-1001 · 1970-03-14',
      'Accession A-77 · 2026-01-15 · Right breast',
    ]);
  });

  it('is the alias of the study for a reader without access to patients', () => {
    expect(
      subjectLines({ scan, patient: null, study: { ...study, accessionNumber: null } }),
    ).toEqual(['Study 4BC1EF · 2026-01-15 · Right breast']);
  });
});

it('wraps a line at spaces and breaks a word that is wider than the image', () => {
  const widthOf = (text: string) => text.length;
  expect(wrapLine('Cross: 9:00 · 20 mm FN', 12, widthOf)).toEqual(['Cross: 9:00', '· 20 mm FN']);
  expect(wrapLine('abcdefgh ij', 4, widthOf)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrapLine('ab', 0, widthOf)).toEqual(['a', 'b']);
});

it('names the file by side, plane and scan, without patient data', () => {
  const named = { plane: 'COR', scan: { id: '01a1fe5b-add3-759b', label: 'R 2' } } as const;
  expect(imageFileName(named, 'clean')).toBe('breast-R-2-coronal-01a1fe5b-clean.png');
});
