import { defineTexts, formatFixed } from '#foundation';

/** Texts of AI Segment in single images. */
export const frameSegmentTexts = defineTexts('ai-segment-frame', {
  layer: 'AI Segment in a frame (not accepted yet)',
  note: (cm2: string, frame: number) => `AI Segment: area ${cm2} cm² in frame ${frame}`,
  size: (across: string, down: string) => `${across} × ${down} mm`,
  area: (cm2: string, frame: number) => `Area ${cm2} cm² in frame ${frame}`,
  noVolume: 'Width and depth in this frame. One frame shows no third size and no volume.',
  hint: 'Click outside the outline to add tissue (+), inside to remove it (−). Draw a box to start again.',
  border: 'Border',
  shift: (shift: number) =>
    shift === 0 ? 'as found' : `${shift > 0 ? '+' : '−'}${formatFixed(Math.abs(100 * shift), 0)} %`,
  weak: (percent: number) =>
    `The model is only ${formatFixed(percent, 0)} % sure inside the outline: check the border.`,
  measured:
    'Trained and measured on public 2D images of other devices. Check the outline before you accept it.',
});
