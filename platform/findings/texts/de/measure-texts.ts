import { formatFixed, type Translation } from '#foundation';
import type { measureTexts } from '../measure-texts.ts';

export const measurements = {
  label: (finding: number) => `Läsion ${finding}`,
  extents: (cm: readonly number[]) =>
    cm.length === 0 ? '' : `${cm.map((extent) => formatFixed(extent, 2)).join(' × ')} cm`,
} satisfies Translation<typeof measureTexts>;
