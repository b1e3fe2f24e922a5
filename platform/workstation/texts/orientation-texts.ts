import { defineTexts } from '#foundation';

/** Texts of the middle slices on which skin and head are chosen, and of the correction. */
export const orientationTexts = defineTexts('orientation', {
  press: 'Press the edge at which this is',
  skin: 'Skin',
  head: 'Head',
  slice: (number: number) => `Slice ${number}`,
  edge: (slice: number, edge: string, mark: string) => `${mark} at the ${edge} of slice ${slice}`,
  edges: { top: 'top', right: 'right', bottom: 'bottom', left: 'left' },
  result: (skin: string, head: string, slice: number) =>
    `Skin at the ${skin}, head at the ${head} of slice ${slice}`,
  open: 'Press the edge at which the skin is, then the edge towards the head.',
  sameAxis: 'Skin and head need different directions. Press another edge for one of them.',
  reading: 'Reading the middle slices…',
  correct: 'Correct the orientation…',
  title: 'Correct the orientation',
  text: 'The slices show the volume as it is stored. Press where the skin and the head really are. The voxels are turned without a change of their values, never mirrored, and the orientation counts as confirmed.',
  reason: 'Reason (optional)',
  unchanged: 'This is the stored orientation. Confirm it instead, or press other edges.',
  confirm: (label: string) => `Turn scan ${label}`,
  turning: 'Turning the volume. This can take a minute.',
  done: (label: string) => `Orientation of scan ${label} corrected`,
  noSlices: 'The slices can’t be shown. Choose the directions from the lists.',
});
