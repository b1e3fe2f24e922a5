import { defineTexts } from '#foundation';

/** Errors of a raw sweep or a frame; shared with the reconstruction. */
export const rawFileTexts = defineTexts('raw-files', {
  header: {
    title: 'The raw sweep does not say where its frames lie',
    key: (key: string, text: string) => `${key} is not readable: ${text}`,
    field: (path: string, why: string) => `${path}: ${why}`,
    root: 'header',
    invalid: 'invalid',
    halfPlanesOnly: 'Only half-plane frames are known; split full planes first',
    contradiction: 'axisColumn contradicts firstLateralMm and lateralPitchMm',
    next: 'Repeat the scan, or ask support to look at the raw file.',
  },
  frame: {
    title: 'A raw frame is not an 8-bit picture',
    detail: (sizes: string, type: string) => `sizes ${sizes}, type ${type}`,
    next: 'The scan goes on; tell support if every frame shows this.',
  },
});
