import {
  createFrameSegmenter,
  type FrameSegmenter,
} from '../../../extensions/ai-findings/segmentation2d/create-frame-segmenter.ts';

declare global {
  interface Window {
    segmenter: FrameSegmenter;
  }
}

window.segmenter = createFrameSegmenter();
