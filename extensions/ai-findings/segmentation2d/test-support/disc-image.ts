import type { ConvertedImage } from '../grey-image.ts';
import type { PointPx } from '../image-view.ts';
import type { SegmenterCard } from '../segmenter-card.ts';

/** A dark disc on a bright ground. */
export function discImage(
  width: number,
  height: number,
  centre: PointPx,
  radius: number,
): ConvertedImage {
  const grey = Float32Array.from({ length: width * height }, (_, index) => {
    const distance = Math.hypot(
      (index % width) + 0.5 - centre.x,
      Math.floor(index / width) + 0.5 - centre.y,
    );
    // A rim of one pixel, as a sampled image has it.
    return 0.1 + 0.6 * Math.min(1, Math.max(0, distance - radius + 0.5));
  });
  return { image: { width, height, grey }, colourShare: 0 };
}

/** A card whose domain contains the discs. */
export const testCard: SegmenterCard = {
  name: 'test',
  version: '1',
  use: 'research',
  weightsSha256: '0'.repeat(64),
  splitSha256: '0'.repeat(64),
  threshold: 0.5,
  zoomFactors: [1.7, 2.2],
  minViewPx: 32,
  domain: {
    mean: { min: 0.05, max: 0.95 },
    deviation: { min: 0.05, max: 0.5 },
    gradient: { min: 0.0005, max: 0.2 },
  },
};
