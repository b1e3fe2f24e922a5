import { defineTexts } from '#foundation';

/** Texts of layouts, adjustments, slabs, cine and comparison. */
export const viewTexts = defineTexts('reading-views', {
  layouts: {
    label: 'Layouts',
    notNow: (title: string, reason: string) => `${title}: ${reason}`,
    withKey: (title: string, key: string) => `${title} (${key})`,
    more: (shown: string | null) =>
      shown === null ? 'More layouts' : `More layouts; shown: ${shown}`,
    unknown: (input: string) => `There is no layout ${input}`,
    imagesLoading: 'The images are on their way',
    invalid: (input: string) =>
      `'id' must name a layout or 'nth' be a number from 1 to 9, got ${input}.`,
  },
  both: {
    right: 'Right',
    left: 'Left',
    coronal: (scan: string) => `coronal · ${scan}`,
    plane: (plane: string, scan: string) => `${plane} · ${scan}`,
  },
  prior: {
    label: (prior: string) => `${prior}: earlier scan to compare with`,
    of: (day: string) => `Prior ${day}`,
    entry: (day: string, scan: string) => `${day} · ${scan}`,
    invalid: (input: string) => `'scanId' must name an earlier scan of this side, got ${input}.`,
  },
  link: {
    on: 'Scans move together. Unlink them',
    off: 'Each scan moves alone. Link them',
    nippleOf: {
      current: 'Not linked: set the nipple of this scan first',
      prior: 'Not linked: open the earlier scan and set its nipple',
      both: 'Not linked: neither nipple is set; set one here, one there',
    },
    sizes: (current: string, prior: string) =>
      `Not linked: sizes differ, ${current} and ${prior} voxels`,
  },
  slab: {
    label: 'Slab',
    open: (slab: string, plane: string) => `${slab}: slab, playing and zoom of ${plane}`,
    kinds: { mean: 'Mean', mip: 'MIP', minip: 'MinIP' },
    summary: (mm: number, kind: string) => `slab ${mm} mm ${kind}`,
    kindNames: { mean: 'mean', mip: 'MIP', minip: 'MinIP' },
    thickness: 'Thickness',
    none: 'This view has no slab',
    invalid: (input: string) =>
      `'kind' must be mean, mip, minip or next, 'mm' and 'byMm' numbers, got ${input}.`,
  },
  cine: {
    label: 'Play',
    play: (plane: string) => `Play ${plane}`,
    stop: (plane: string) => `Stop ${plane}`,
    speed: 'Speed',
    perSecond: 'slices/s',
    pingPong: 'Back and forth',
    from: 'From here',
    to: 'To here',
    fullRange: 'The whole way',
    range: (from: string, to: string) => `Plays from ${from} to ${to}`,
    all: 'Plays the whole way',
  },
  zoom: {
    label: 'Zoom',
    fit: 'Fit',
    toFit: 'Zoom to fit',
    trueSize: 'True size',
    voxels: '1:1',
    scale: 'Scale',
    pxPerMm: 'px/mm',
    invalid: (input: string) =>
      `'to' must be 'true-size', 'voxels' or a number of pixels a millimetre, got ${input}.`,
  },
  adjust: {
    open: (plane: string) => `Adjust the greys of ${plane}`,
    changed: (plane: string) => `Adjust the greys of ${plane} (changed)`,
    amounts: {
      brightness: 'Brightness',
      contrast: 'Contrast',
      nearGain: 'Near gain',
      midGain: 'Mid gain',
      farGain: 'Far gain',
    },
    field: (amount: string) => `${amount} value`,
    invert: 'Invert',
    invertPlane: (plane: string) => `Invert the greys of ${plane}`,
    reset: 'Reset',
    toAll: 'Apply to all views',
    done: 'Done',
    escape: 'Esc brings back what was',
    none: 'This view has no greys to adjust',
    presets: 'Presets',
    presetNames: { plain: 'Plain', soft: 'Soft', hard: 'Hard', bright: 'Bright', deep: 'Deep' },
    invalid: (count: number, input: string) =>
      `'preset' must be a number from 1 to ${count}, got ${input}.`,
  },
  image: {
    label: 'Picture',
    marked: 'With marks',
    clean: 'Tissue alone',
    file: (parts: readonly string[]) => `${parts.join('-')}.png`,
    saved: 'The picture is saved as a file',
    none: 'This view is no plane whose picture can be saved',
    invalid: (input: string) => `'clean' must be true or false, got ${input}.`,
  },
  ring: 'Drag the ring to turn the radial plane',
  ringName: 'Ring of hours: angle of the radial plane',
  lineOf: (plane: string) => `${plane} line`,
});
