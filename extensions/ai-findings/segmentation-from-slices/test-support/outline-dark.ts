import { fail, ok, problem } from '#foundation';
import type { OutlineImage } from '../segment-from-slices.ts';

export const TEST_MODEL = {
  name: 'm',
  version: '1',
  weightsSha256: 'a'.repeat(64),
  use: 'research',
} as const;

const DIRECTIONS = 72;
const STEP_PX = 0.25;
/** Grey level between the lesion and the tissue of the tests. */
const BORDER = 100;

/**
 * Replaces the network: follows dark pixels from the click in every direction. A threshold shift of
 * 0.1 moves the border by one pixel. Fails with OUTSIDE_MODEL_DOMAIN for a click on bright tissue.
 */
export const outlineDark: OutlineImage = async ({ width, height, bytes }, { clicks }, shift) => {
  const [{ x, y }] = clicks.inside;
  const isDark = (px: number, py: number): boolean => {
    const isInside = px >= 0 && py >= 0 && px < width && py < height;
    return isInside && (bytes[Math.floor(px) + width * Math.floor(py)] ?? 0) < BORDER;
  };
  if (!isDark(x, y)) return fail(problem('OUTSIDE_MODEL_DOMAIN', 'Outside', 'No lesion', ''));
  const outline = Array.from({ length: DIRECTIONS }, (_, n) => {
    const angle = (2 * Math.PI * n) / DIRECTIONS;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    let reach = 0;
    while (isDark(x + reach * dx, y + reach * dy)) reach += STEP_PX;
    const moved = reach + 10 * shift;
    return { x: x + moved * dx, y: y + moved * dy };
  });
  return ok({ lesion: { outline, score: 0.9 }, model: TEST_MODEL });
};
