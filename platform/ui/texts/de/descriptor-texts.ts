import type { Translation } from '#foundation';
import type { descriptorTexts } from '../descriptor-texts.ts';

export const descriptors = {
  furtherDescriptors: (chosen: number) =>
    chosen === 0 ? 'Weitere Merkmale' : `Weitere Merkmale (${chosen})`,
} satisfies Translation<typeof descriptorTexts>;
