import { defineTexts, formatFixed } from '#foundation';

const range = (value: number, min: number, max: number): string =>
  `${formatFixed(value, 3)}; the training images have ${formatFixed(min, 3)}–${formatFixed(max, 3)}`;

/** Errors of the segmentation of one image. */
export const frameSegmentationTexts = defineTexts('frame-segmentation', {
  outside: {
    title: 'Outside the model’s domain',
    next: 'Outline the lesion with the freehand tool.',
    size: (width: number, height: number, min: number, max: number) =>
      `The image has ${width} × ${height} pixels. The model needs sides of ${min}–${max} pixels.`,
    colour: (percent: number) =>
      `${percent} % of the image is coloured. The model was trained on grey-scale images.`,
    grey: {
      mean: (value: number, min: number, max: number) =>
        `Mean grey value ${range(value, min, max)}.`,
      deviation: (value: number, min: number, max: number) =>
        `Standard deviation of the grey values ${range(value, min, max)}.`,
      gradient: (value: number, min: number, max: number) =>
        `Difference of neighbouring grey values ${range(value, min, max)}.`,
    },
    noLesion: 'The model finds no lesion at this point.',
    area: (percent: number) =>
      `The result covers ${formatFixed(percent, 1)} % of the image, unlike any lesion in the training images.`,
  },
  image: {
    title: 'The image can’t be read',
    next: 'Outline the lesion with the freehand tool.',
  },
  click: {
    title: 'The point is outside the image',
    detail: (width: number, height: number) => `The image has ${width} × ${height} pixels.`,
    next: 'Click inside the lesion.',
  },
  failed: {
    title: 'The segmentation failed',
    next: 'Try again. If it fails again, outline the lesion with the freehand tool.',
    ended: 'The image was closed.',
  },
  model: {
    title: 'The segmentation model can’t be loaded',
    next: 'Reload the page. If it fails again, contact your administrator.',
    hash: (expected: string, actual: string) =>
      `The file has SHA-256 ${actual}, its card names ${expected}.`,
  },
});
