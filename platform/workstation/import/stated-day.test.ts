import { describe, expect, it } from 'vitest';
import { dicomFile, markerNrrd, OBLIQUE_GRIDS } from '#testing/files';
import { statedDay } from './stated-day.ts';

type Elements = NonNullable<Parameters<typeof dicomFile>[0]>['elements'];

const fileWith = (elements: Elements, implicit = false) =>
  dicomFile({ implicit, ...(elements === undefined ? {} : { elements }) });

describe('the day that a file states', () => {
  it.each([
    ['explicit', false],
    ['implicit', true],
  ])('is its acquisition, with the time, in %s encoding', (_, implicit) => {
    const file = fileWith(
      [
        [0x00080020, 'DA', '20250101'],
        [0x0008002a, 'DT', '20250304091530.25+0100'],
      ],
      implicit,
    );
    expect(statedDay(file)).toEqual({ day: '2025-03-04', time: '09:15' });
  });

  it('is the day of the study if nothing closer to the recording is stated', () => {
    expect(statedDay(fileWith([[0x00080020, 'DA', '20250101']]))).toEqual({
      day: '2025-01-01',
      time: null,
    });
    const withTime = fileWith([
      [0x00080020, 'DA', '20250101'],
      [0x00080022, 'DA', '20250102'],
      [0x00080032, 'TM', '235959'],
    ]);
    expect(statedDay(withTime)).toEqual({ day: '2025-01-02', time: '23:59' });
  });

  it('is unknown for a day that does not exist, other files and damaged ones', () => {
    expect(statedDay(fileWith([[0x00080020, 'DA', '20250230']]))).toBeNull();
    expect(statedDay(fileWith([[0x00080020, 'DA', 'unknown ']]))).toBeNull();
    expect(statedDay(dicomFile())).toBeNull();
    expect(statedDay(markerNrrd(OBLIQUE_GRIDS[0]!))).toBeNull();
    const whole = fileWith([[0x00080020, 'DA', '20250101']]);
    for (let length = 0; length < 300; length += 1) statedDay(whole.subarray(0, length));
    expect(statedDay(new Uint8Array(200).fill(255))).toBeNull();
  });
});
