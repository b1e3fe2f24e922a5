import { defineTexts } from '#foundation';

/** Texts of layouts, adjustments, slabs, cine and comparison. */
export const viewTexts = defineTexts('reading-views', {
  layouts: {
    label: 'Layouts',
    notNow: (title: string, reason: string) => `${title}: ${reason}`,
    withKey: (title: string, key: string) => `${title} (${key})`,
    more: (shown: string | null) =>
      shown === null ? 'More layouts' : `More layouts; shown: ${shown}`,
    unknown: (input: string) => `Unknown layout: ${input}`,
    imagesLoading: 'The images are still loading',
    invalid: (input: string) =>
      `'id' must name a layout or 'nth' be a number from 1 to 9, received ${input}.`,
  },
  overlay: {
    invalid: {
      title: 'An extension added an invalid overlay',
      detail: (field: string) => `The field '${field}' is not valid.`,
      next: 'Report this to the author of the extension.',
    },
  },
  both: {
    right: 'Right',
    left: 'Left',
    plane: (plane: string, scan: string) => `${plane} · ${scan}`,
  },
  prior: {
    label: (prior: string) => `${prior}: choose a prior scan`,
    of: (day: string) => `Prior ${day}`,
    entry: (day: string, scan: string) => `${day} · ${scan}`,
    invalid: (input: string) => `'scanId' must name a prior scan of this side, received ${input}.`,
  },
  link: {
    on: 'Unlink scans',
    off: 'Link scans',
    nippleOf: {
      current: 'Not linked: set the nipple of this scan first',
      prior: 'Not linked: open the prior and set its nipple',
      both: 'Not linked: set the nipple in both scans',
    },
    sizes: (current: string, prior: string) =>
      `Not linked: volume sizes differ (${current} and ${prior} voxels)`,
    ends: 'This volume ends here; the linked scan continues',
  },
  slab: {
    label: 'Slab',
    open: (slab: string, plane: string) => `${slab}: slab, cine and zoom of ${plane}`,
    kinds: { mean: 'Mean', mip: 'MIP', minip: 'MinIP' },
    summary: (mm: number, kind: string) => `slab ${mm} mm ${kind}`,
    kindNames: { mean: 'mean', mip: 'MIP', minip: 'MinIP' },
    thickness: 'Thickness',
    none: 'This view has no slab',
    invalid: (input: string) =>
      `'kind' must be mean, mip, minip or next, 'mm' and 'byMm' numbers, received ${input}.`,
  },
  cine: {
    play: (plane: string) => `Play ${plane}`,
    stop: (plane: string) => `Stop ${plane}`,
    speed: 'Speed',
    perSecond: 'slices/s',
    pingPong: 'Back and forth',
    from: 'Start here',
    to: 'End here',
    fullRange: 'Full range',
    range: (from: string, to: string) => `Plays from ${from} to ${to}`,
    all: 'Plays the full range',
  },
  zoom: {
    fit: 'Fit',
    toFit: 'Zoom to fit',
    trueSize: 'True size',
    voxels: '1:1',
    scale: 'Scale',
    pxPerMm: 'px/mm',
    invalid: (input: string) =>
      `'to' must be 'true-size', 'voxels' or a number of pixels per millimetre, received ${input}.`,
  },
  adjust: {
    open: (plane: string) => `Adjust image: ${plane}`,
    changed: (plane: string) => `Adjust image: ${plane} (changed)`,
    amounts: {
      brightness: 'Brightness',
      contrast: 'Contrast',
      nearGain: 'Near gain',
      midGain: 'Mid gain',
      farGain: 'Far gain',
    },
    field: (amount: string) => `${amount} value`,
    invert: 'Invert',
    invertPlane: (plane: string) => `Invert image: ${plane}`,
    reset: 'Reset',
    toAll: 'Apply to all views',
    done: 'Done',
    escape: 'Esc reverts',
    none: 'This view has no image adjustments',
    presets: 'Presets',
    presetNames: { plain: 'Plain', soft: 'Soft', hard: 'Hard', bright: 'Bright', deep: 'Deep' },
    invalid: (count: number, input: string) =>
      `'preset' must be a number from 1 to ${count}, received ${input}.`,
  },
  image: {
    label: 'Save image',
    marked: 'With marks',
    clean: 'Without marks',
    file: (parts: readonly string[]) => `${parts.join('-')}.png`,
    /** Patient, study, day and side of a saved image. */
    subject: {
      accession: (accessionNumber: string) => `Accession ${accessionNumber}`,
      /** As in the study list for readers without access to patients. */
      alias: (studyId: string) => `Study ${studyId.slice(-6).toUpperCase()}`,
    },
    /** Location of the point where the planes meet. */
    cross: (location: string) => `Cross: ${location}`,
    finding: (number: string, details: string) => `Finding ${number}: ${details}`,
    saved: 'Image saved',
    none: 'The image of this view can’t be saved',
    /** The view shows a coarse level of its volume. */
    loading: {
      title: 'Could not save the image',
      detail: 'Its volume has not loaded at full resolution.',
      next: 'Click in the view and save again when the image has loaded.',
    },
    tooLarge: {
      title: 'The image is too large to be saved',
      detail: (pxPerMm: number, sizePx: string, maxPx: number) =>
        `At ${pxPerMm} pixels per mm it has ${sizePx} pixels. The limit is ${maxPx} × ${maxPx}.`,
      next: 'Save another plane, or import the volume with a smaller field of view.',
    },
    invalid: (input: string) => `'clean' must be true or false, received ${input}.`,
  },
  ring: 'Drag the ring to rotate the radial plane',
  ringName: 'Clock ring: angle of the radial plane',
  lineOf: (plane: string) => `${plane} line`,
});
