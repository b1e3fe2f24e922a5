import { defineTexts } from '#foundation';

/** Errors of a raw sweep or a frame; shared with the reconstruction. */
export const rawFileTexts = defineTexts('raw-files', {
  header: {
    title: 'The header of the raw sweep is invalid',
    key: (key: string, text: string) => `${key} can’t be read: ${text}`,
    field: (path: string, why: string) => `${path}: ${why}`,
    root: 'header',
    invalid: 'invalid',
    halfPlanesOnly: 'Only half-plane frames are supported; split full planes first',
    contradiction: 'axisColumn does not match firstLateralMm and lateralPitchMm',
    next: 'Repeat the scan, or send the raw file to support.',
  },
  frame: {
    title: 'A raw frame is not an 8-bit image',
    detail: (sizes: string, type: string) => `sizes ${sizes}, type ${type}`,
    next: 'The scan continues. Contact support if this happens with every frame.',
  },
});
