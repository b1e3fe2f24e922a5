import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { aScan } from '#testing';
import { canResumeAttempt, gapsOf } from './scan-gaps.ts';
import { framesPerSweep, progressOf, type ScanProgress } from './scan-progress.ts';

type Indices = readonly number[];

function progressWith(protocol: 'FULL' | 'UQQ', CEN: Indices, PER: Indices): ScanProgress {
  const scan = aScan({ studyId: newId(), patientId: newId(), protocol, scanState: 'I' });
  const frames = (indices: Indices) => new Map(indices.map((idx) => [idx, idx]));
  return { ...progressOf(scan), sweeps: { CEN: frames(CEN), PER: frames(PER) } };
}

const indicesUpTo = (count: number): Indices => Array.from({ length: count }, (_, idx) => idx);
const indicesWithout = (count: number, missing: Indices): Indices =>
  indicesUpTo(count).filter((idx) => !missing.includes(idx));

describe('gapsOf', () => {
  it('returns nothing once every frame is stored', () => {
    expect(gapsOf(progressWith('FULL', indicesUpTo(360), indicesUpTo(360)))).toEqual([]);
  });

  it('reports a sweep without frames as entirely missing', () => {
    const gaps = gapsOf(progressWith('FULL', indicesWithout(360, [88, 89, 90]), []));
    expect(gaps).toEqual([
      { sweep: 'CEN', missing: 3, isEntireSweep: false, ranges: [{ fromDeg: 88, toDeg: 90 }] },
      { sweep: 'PER', missing: 360, isEntireSweep: true, ranges: [{ fromDeg: 0, toDeg: 359 }] },
    ]);
  });

  it('reports a gap over 12 o’clock as a single range on a full circle', () => {
    const [gap] = gapsOf(
      progressWith('FULL', indicesWithout(360, [0, 1, 180, 358, 359]), indicesUpTo(360)),
    );
    expect(gap?.ranges).toEqual([
      { fromDeg: 358, toDeg: 1 },
      { fromDeg: 180, toDeg: 180 },
    ]);
  });

  it('follows the arc of an upper protocol, whose ends do not meet', () => {
    const [gap] = gapsOf(progressWith('UQQ', indicesWithout(181, [0, 90, 180]), indicesUpTo(181)));
    expect(gap?.ranges).toEqual([
      { fromDeg: 270, toDeg: 270 },
      { fromDeg: 0, toDeg: 0 },
      { fromDeg: 90, toDeg: 90 },
    ]);
  });

  it('covers exactly the frames that are not stored', () => {
    const indices = fc.uniqueArray(fc.nat(359), { maxLength: 360 });
    fc.assert(
      fc.property(fc.constantFrom('FULL' as const, 'UQQ' as const), indices, (protocol, stored) => {
        const progress = progressWith(protocol, [], []);
        const perSweep = framesPerSweep(progress);
        const CEN = stored.filter((idx) => idx < perSweep);
        const [gap] = gapsOf(progressWith(protocol, CEN, indicesUpTo(perSweep)));
        const angles = (gap?.ranges ?? []).flatMap(({ fromDeg, toDeg }) =>
          Array.from(
            { length: ((toDeg - fromDeg + 360) % 360) + 1 },
            (_, i) => (fromDeg + i) % 360,
          ),
        );
        const first = protocol === 'FULL' ? 0 : 270;
        const expected = indicesWithout(perSweep, CEN).map((idx) => (first + idx) % 360);
        expect(angles.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
        expect(gap?.missing ?? 0).toBe(expected.length);
      }),
    );
  });
});

describe('canResumeAttempt', () => {
  it('returns true only for an interrupted or failed attempt with stored frames', () => {
    const phases = ['interrupted', 'failed', 'paused', 'recording', 'starting', 'completed'];
    const oneFrame = progressWith('FULL', [0], []);
    const resumable = phases.filter((phase) =>
      canResumeAttempt({ ...oneFrame, phase } as ScanProgress),
    );
    expect(resumable).toEqual(['interrupted', 'failed']);
    expect(canResumeAttempt({ ...progressWith('FULL', [], []), phase: 'interrupted' })).toBe(false);
  });
});
