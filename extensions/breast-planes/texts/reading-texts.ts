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
    delete: (label: number) => `Delete finding ${label}`,
  },
  nipple: {
    click: {
      R: 'Click the nipple of the right breast',
      L: 'Click the nipple of the left breast',
    },
    set: 'Nipple set',
    notSet: 'Nipple not set',
    notYourRole: 'Your role may not set the nipple',
    openScan: 'Open this scan to set its nipple',
  },
  plane: {
    view: (plane: string, scan: string) => `${plane} plane, ${scan}`,
    imageLabel: (plane: string) => `${plane} picture; arrow keys step through the slices`,
    position: (plane: string) => `${plane} position`,
    noPosition: 'This is no position',
    notOfPlane: (typed: string, examples: string) =>
      `“${typed}” is no position of this plane. Type ${examples}.`,
    slice: 'slice',
    sliceOf: (mm: number) => `slice ${mm} mm`,
    showAll: 'Show all views',
    maximise: (plane: string) => `Maximise ${plane}`,
    assumed: 'orientation assumed',
    loading: 'Loading the volume',
    graphicsLost: 'The graphics card was reset. This picture is old; it comes back by itself.',
    coarseOnly: (reason: string) => `Coarse picture only: ${reason}.`,
    again: 'Try again',
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
    noSize: ' · size in millimetres unknown',
    maximise: 'raw frames',
    imageLabel: 'Raw frame; Space plays, comma and full stop step',
  },
  readout: {
    point: 'Point at a plane to read a place',
    scale: (slice: string, pxPerMm: string) => `${slice} · ${pxPerMm} px/mm`,
    depth: (scale: string, reference: string) => `${scale} · depth from ${reference}`,
  },
});
