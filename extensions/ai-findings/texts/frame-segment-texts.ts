import { defineTexts, formatFixed } from '#foundation';

/** Texts of AI Segment in single images and slices. */
export const frameSegmentTexts = defineTexts('ai-segment-frame', {
  layer: 'AI Segment in one image (not accepted yet)',
  frame: (frame: number) => `frame ${frame}`,
  planes: {
    TRA: 'a transverse slice',
    SAG: 'a sagittal slice',
    RAD: 'a radial slice',
  },
  note: (cm2: string, place: string) => `AI Segment: area ${cm2} cm² in ${place}`,
  size: (across: string, down: string) => `${across} × ${down} mm`,
  area: (cm2: string, place: string) => `Area ${cm2} cm² in ${place}`,
  noVolume: 'Width and depth in this image. One image shows no third size and no volume.',
  oneSlice:
    'The slices about this point do not agree, so only this slice is outlined: width and depth, no third size and no volume.',
  hint: 'Click outside the outline to add tissue (+), inside to remove it (−). Draw a box to start again.',
  border: 'Border',
  shift: (shift: number) =>
    shift === 0 ? 'as found' : `${shift > 0 ? '+' : '−'}${formatFixed(Math.abs(100 * shift), 0)} %`,
  weak: (percent: number) =>
    `The model is only ${formatFixed(percent, 0)} % sure inside the outline: check the border.`,
  measured:
    'Trained and measured on public 2D images of other devices. Check the outline before you accept it.',
});
