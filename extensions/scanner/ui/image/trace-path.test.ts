import { describe, expect, it } from 'vitest';
import type { FrameSensors } from '#contracts';
import { newId } from '#foundation';
import { aScan } from '#testing';
import { progressOf, type ScanProgress } from '../../state/scan/scan-progress.ts';
import { traceLine } from './trace-path.ts';

const sensorsWith = (movementMm: number | null): FrameSensors => ({
  movementMm,
  waterPercent: null,
  contactPercent: null,
});

function progressWith(
  cen: readonly [number, FrameSensors][],
  per: readonly [number, FrameSensors][] = [],
): ScanProgress {
  const scan = aScan({ studyId: newId(), patientId: newId(), protocol: 'FULL' });
  return { ...progressOf(scan), sensors: { CEN: new Map(cen), PER: new Map(per) } };
}

/** Upper end of the scale in mm. */
const topOf = () => 4;

describe('a trace', () => {
  it('covers both sweeps and leaves a gap where frames are missing', () => {
    const progress = progressWith(
      [
        [0, sensorsWith(0)],
        [1, sensorsWith(4)],
        [9, sensorsWith(2)],
      ],
      [[0, sensorsWith(2)]],
    );
    // 0 mm is at y 44 and 4 mm at y 4; the second sweep begins in the middle, at x 500.
    const { path, newest } = traceLine(progress, 'movementMm', topOf);
    expect(path).toBe('M0.7 44.0L2.1 4.0M13.2 24.0M500.7 24.0');
    expect(newest).toMatchObject({ value: 2, y: 24 });
  });

  it('does not depend on the order in which frames were stored', () => {
    const frames = [3, 1, 2].map((idx): [number, FrameSensors] => [idx, sensorsWith(idx)]);
    const line = traceLine(progressWith(frames), 'movementMm', topOf);
    expect(line).toEqual(traceLine(progressWith(frames.toReversed()), 'movementMm', topOf));
    expect(line.highest).toBe(3);
  });

  it('omits values that the device does not report', () => {
    const line = traceLine(progressWith([[0, sensorsWith(null)]]), 'movementMm', topOf);
    expect(line).toEqual({ path: '', newest: null, highest: 0 });
  });
});
