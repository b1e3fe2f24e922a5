import { expect, it } from 'vitest';
import { aVolume, ball } from '#testing';
import { rgbPng } from '../images/rgb-png.ts';
import { sectionPng } from './section-png.ts';

it('a section shows its point in the middle: depth down in the transverse, feet down in the coronal', () => {
  const volume = aVolume({ sizes: [80, 48, 80], paint: ball([4, 20, -6], 5, 10, 200) });
  const centred = sectionPng(volume, [4, 20, -6], 'TRA');
  expect(sectionPng(volume, [4, 20, -6], 'COR')).toEqual(
    // A ball looks the same in both planes away from the border of the volume.
    centred,
  );
  const above = sectionPng(volume, [4, 16, -6], 'TRA');
  const towardsHead = sectionPng(volume, [4, 20, -2], 'COR');
  expect(above).toEqual(towardsHead);
  expect(above).not.toEqual(centred);
  expect(rgbPng(centred)).not.toBeNull();
});
