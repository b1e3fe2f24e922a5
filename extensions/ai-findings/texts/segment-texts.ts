import { defineTexts, formatFixed } from '#foundation';

/** Texts of AI Segment in the planes. */
export const segmentTexts = defineTexts('ai-segment', {
  title: 'AI Segment',
  layer: 'AI Segment (not accepted yet)',
  storedLayer: (label: number) => `Mask of AI finding ${label}`,
  note: (ml: string) => `AI Segment: volume ${ml} ml`,
  loading: 'Loading the volume',
  running: 'Segmenting',
  storing: 'Saving the finding',
  size: (lengths: readonly string[]) => `${lengths.join(' × ')} mm`,
  volume: (ml: string) => `Volume ${ml} ml`,
  hint: 'Click outside the outline to add tissue, inside to remove it. Draw a box to start again.',
  weak: (db: number) =>
    `Only ${formatFixed(db, 1)} dB of contrast: check the border in every plane.`,
  slices: (agreeing: number, slices: number) =>
    `Joined from ${agreeing} of ${slices} slices outlined by the network.`,
  levels: 'Fitted to the levels in decibels.',
  fewSlices: 'Less than two thirds of the slices agree: check the border in every plane.',
  measuredSlices:
    'The network was trained on public 2D images of other devices; in 3D it was measured on computer phantoms only. Check the outline before you accept it.',
  border: 'Border',
  shift: (db: number) =>
    db === 0 ? 'as fitted' : `${db > 0 ? '+' : '−'}${formatFixed(Math.abs(db), 1)} dB`,
  accept: 'Accept as finding',
  undo: 'Undo click',
  discard: 'Discard',
  cancel: 'Cancel',
  accepted: 'The segmentation is a finding of yours',
  undoAccept: 'Undo',
  measured: 'Measured on computer phantoms only. Check the outline before you accept it.',
  reasons: {
    hidden: 'Finish the first read before you use AI Segment',
    notYourRole: 'Your role can’t create AI findings',
    readsCase: 'AI Segment can’t be used in a case of a reader study',
    noMark: 'Select a finding with a length, a box or an ellipse first',
  },
  failed: {
    title: 'The segmentation failed',
    next: 'Click again, or draw the contour with the freehand tool.',
    closed: 'The volume was closed.',
    noPlanes: 'The extension that shows the planes is not running.',
  },
  noContour: {
    title: 'The outline does not fit into the volume',
    detail: 'A contour in one of the planes is missing or leaves the image.',
    next: 'Correct the outline, or draw the contour with the freehand tool.',
  },
});
