import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifestSchema } from '#contracts';
import { aScan } from '#testing';
import { firstHanging } from './first-hanging.ts';

const right = aScan({ id: 'r' });
const left = aScan({ id: 'l', label: 'L', laterality: { id: 'L' } });
const manifestFile = new URL('../manifest.json', import.meta.url);
const { hangingProtocols } = manifestSchema.parse(
  JSON.parse(readFileSync(manifestFile, 'utf8')),
).contributes;
const FOUR_PLANES = 'breast-planes.four-planes';
const BOTH_CORONALS = 'breast-planes.both-coronals';

describe('firstHanging', () => {
  const idsOf = (scans: readonly object[], layoutId: string | null = null) => {
    const hung = firstHanging(hangingProtocols, scans as Record<string, unknown>[], 'r', layoutId);
    return hung && [hung.protocol.id, ...hung.cells.map(({ scan }) => scan.id)];
  };

  it('hangs four planes of one breast, also if that breast was scanned twice', () => {
    const ids = [FOUR_PLANES, 'r', 'r', 'r', 'r'];
    expect(idsOf([right, { ...right, id: 'older' }])).toEqual(ids);
    expect(idsOf([right, { ...left, scanState: 'I' }])).toEqual(ids);
  });

  it('hangs both breasts side by side, with the newest scan of the other breast', () => {
    const older = { ...left, id: 'l0', acquisitionTime: '2026-01-01T00:00:00Z' };
    const newer = { ...left, acquisitionTime: '2026-02-01T00:00:00Z' };
    expect(idsOf([left, right])).toEqual([BOTH_CORONALS, 'r', 'l']);
    expect(idsOf([older, newer, right])).toEqual([BOTH_CORONALS, 'r', 'l']);
  });

  it('hangs the saved layout', () => {
    expect(idsOf([left, right], FOUR_PLANES)?.[0]).toBe(FOUR_PLANES);
    const fourUp = 'breast-planes.four-up';
    expect(idsOf([right], fourUp)).toEqual([fourUp, 'r', 'r', 'r', 'r']);
  });

  it.each([
    ['the target is not completed', [{ ...right, scanState: 'I' }, left], null],
    ['the target is not in the study', [left], null],
    ['a label is invalid', [right, { ...left, label: 7 }], null],
    ['a nipple is invalid', [{ ...right, nippleLocation: {} }], null],
    ['a layout of other views is selected', [right], 'breast-planes.space'],
    ['a layout with another plane is selected', [right], 'breast-planes.antiradial'],
    ['the selected layout needs a prior, which is not known yet', [right], 'breast-planes.compare'],
    ['the selected layout is not possible', [right], BOTH_CORONALS],
  ])('returns null if %s', (_why, scans, layoutId) => {
    expect(idsOf(scans, layoutId)).toBeNull();
  });
});
