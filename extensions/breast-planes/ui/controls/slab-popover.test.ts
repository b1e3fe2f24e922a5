import { expect, it } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { playedRangeText } from './slab-popover.tsx';

const volume = scannedVolumeGeometry([100, 40, 100], [0.5, 0.5, 0.5], 25);
const position = { sag: 0, tra: 0, depth: 10, rad: 0 };
const ready = { volume, nippleMm: null, position };

it('formats the played range of a plane like the positions in the footer', () => {
  const text = playedRangeText({ ...ready, plane: 'TRA' }, [0.9, 0.25]);
  expect(text).toBe('Plays from foot 12.4 to head 19.8');
  expect(playedRangeText({ ...ready, plane: 'TRA' }, undefined)).toBe('Plays the full range');
  expect(playedRangeText(null, [0, 1])).toBe('Plays the full range');
  expect(playedRangeText({ ...ready, plane: 'COR' }, [0, 0.5])).toBe('Plays from 0.3 to 10.0');
  const hours = playedRangeText({ ...ready, plane: 'RAD' }, [0, 0.5]);
  expect(hours).toBe('Plays from 12:00 to 5:59');
  const overTwelve = playedRangeText({ ...ready, plane: 'RAD' }, [330 / 359, 30 / 359]);
  expect(overTwelve).toBe('Plays from 11:00 to 1:00');
});
