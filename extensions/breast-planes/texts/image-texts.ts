import { defineTexts } from '#foundation';

/** Reasons why a volume, plane or raw frame is not shown. */
export const imageTexts = defineTexts('pictures', {
  volume: {
    notLoaded: 'Could not load the volume',
    next: 'Try again. If it fails again, contact your administrator.',
    cacheFull: {
      title: 'three other volumes are loaded',
      detail: 'At most three volumes are loaded at full resolution.',
      next: 'Click this view to load it at full resolution.',
    },
    closed: {
      title: 'The volume was closed before it had loaded',
      detail: (scanId: string) => `Scan ${scanId}`,
      next: 'Open it again.',
    },
    aborted: { title: 'Loading of the volume was cancelled', next: 'Open it again.' },
    empty: {
      title: 'This volume has no files',
      detail: 'The server lists no resolution level for this volume.',
      next: 'Run the reconstruction again.',
    },
  },
  drawing: {
    notLoaded: 'Could not load the image renderer',
    nextLoad: 'Check the connection and try again.',
    failed: 'Could not draw this plane',
    noEngine: 'The rendering engine is not available.',
    next: 'Close other studies and try again. If it fails again, reload the page.',
    slice: (plane: string, label: number | null) =>
      label === null ? `${plane}, middle` : `${plane}, finding ${label}`,
    noPlane: {
      title: 'This view shows no plane',
      next: 'Choose a layout with planes and try again.',
    },
    noWebGl: {
      title: 'This browser can’t display volumes',
      detail: 'The planes need WebGL 2, which is not available in this browser on this computer.',
      next: 'Turn on hardware acceleration in the browser, update the graphics driver, or open the study on another computer.',
    },
  },
  plane: {
    unknown: 'Unknown plane',
    provided: (plane: string) => `The hanging protocol names the plane ${plane}.`,
    next: 'Use COR, TRA, SAG or RAD.',
  },
  frames: {
    notListed: 'Could not load the raw frames',
    nextList: 'Try again. If it fails again, contact your administrator.',
    notShown: 'Could not show this frame',
    unknownFormat: 'The file is not PNG, JPEG or NRRD.',
    noCanvas: 'The browser could not allocate memory for its pixels.',
    noNumber: (number: number) => `The scan has no image ${number}.`,
    elements: (type: string, axes: number) => `Unsupported data: ${type} with ${axes} axes.`,
    next: 'Go to another frame. If all frames fail, import or scan again.',
  },
});
