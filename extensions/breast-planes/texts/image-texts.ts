import { defineTexts } from '#foundation';

/** Reasons why a volume, plane or raw frame is not shown. */
export const imageTexts = defineTexts('pictures', {
  volume: {
    notLoaded: 'The volume could not be loaded',
    next: 'Try again; if it stays, tell your administrator.',
    cacheFull: {
      title: 'three other volumes are in memory',
      detail: 'At most three volumes are held at their full resolution.',
      next: 'Press into this view to have it in full.',
    },
    empty: {
      title: 'This volume has no files',
      detail: 'The server names no level of the volume.',
      next: 'Run the reconstruction again.',
    },
  },
  drawing: {
    notLoaded: 'The drawing part of the program did not load',
    nextLoad: 'Check the connection and try again.',
    failed: 'This plane could not be drawn',
    noEngine: 'No rendering engine.',
    next: 'Close other studies and try again; if it stays, reload the page.',
    slice: (plane: string, label: number | null) =>
      label === null ? `${plane}, middle` : `${plane}, finding ${label}`,
    noWebGl: {
      title: 'This browser cannot draw volumes',
      detail: 'The planes need WebGL 2, and the browser does not offer it on this computer.',
      next: 'Switch hardware acceleration on in the browser, update the graphics driver, or open the study on another computer.',
    },
  },
  plane: {
    unknown: 'This view does not know which plane to show',
    provided: (plane: string) => `The hanging protocol gives the plane as ${plane}.`,
    next: 'Use COR, TRA, SAG or RAD.',
  },
  frames: {
    notListed: 'The raw frames could not be read',
    nextList: 'Try again; if it stays, tell your administrator.',
    notShown: 'This frame cannot be shown',
    unknownFormat: 'It is neither PNG, JPEG nor NRRD.',
    elements: (type: string, axes: number) => `Its elements are ${type} on ${axes} axes.`,
    next: 'Step to another frame; if all fail, import or scan again.',
  },
});
