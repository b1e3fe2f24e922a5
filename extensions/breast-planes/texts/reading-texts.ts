import { defineTexts } from '#foundation';

/** Texts of the planes, the raw frames, and the findings beside them. */
export const readingTexts = defineTexts('reading', {
  findings: {
    label: 'Findings',
    none: 'No findings yet.',
    noneDraw: (key: string | undefined) =>
      key === undefined ? 'No findings yet.' : `No findings yet. Draw a length with ${key}.`,
    allHidden: (count: number) =>
      count === 1 ? 'The only finding is hidden.' : `All ${count} findings are hidden.`,
    draw: 'Draw a length',
  },
  nipple: {
    click: {
      R: 'Click the nipple of the right breast',
      L: 'Click the nipple of the left breast',
    },
    skip: 'Skip',
    set: 'Nipple set',
    notYourRole: 'Your role can’t set the nipple',
    openScan: 'Open this scan to set its nipple',
  },
  plane: {
    view: (plane: string, scan: string) => `${plane} plane, ${scan}`,
    imageLabel: (plane: string) => `${plane} image; arrow keys step through the slices`,
    position: (plane: string) => `${plane} position`,
    noPosition: 'Invalid position',
    notOfPlane: (typed: string, examples: string) =>
      `“${typed}” is not a position of this plane. Enter ${examples}.`,
    slice: 'slice',
    sliceOf: (mm: number) => `slice ${mm} mm`,
    showAll: 'Show all views',
    maximise: (plane: string) => `Maximise ${plane}`,
    assumed: 'orientation assumed',
    loading: 'Loading the volume',
    graphicsLost: 'The graphics card was reset. This image is outdated and updates automatically.',
    coarseOnly: (reason: string) => `Reduced resolution: ${reason}.`,
    again: 'Retry',
  },
  raw: {
    title: 'Raw frames',
    view: (scan: string) => `Raw frames, ${scan}`,
    none: 'This scan has no raw frames.',
    play: 'Play',
    pause: 'Pause',
    playKey: 'Space',
    frame: 'Frame',
    central: 'Central',
    peripheral: 'Peripheral',
    counted: (name: string, at: number, of: number) => `${name} ${at} of ${of}`,
    noSize: ' · scale unknown',
    maximise: 'raw frames',
    imageLabel: 'Raw frame; Space plays, comma and full stop step',
  },
  readout: {
    outside: 'Outside the image',
    point: 'Point at a plane to see its location',
    scale: (slice: string, pxPerMm: string) => `${slice} · ${pxPerMm} px/mm`,
    depth: (scale: string, reference: string) => `${scale} · depth from ${reference}`,
  },
});
