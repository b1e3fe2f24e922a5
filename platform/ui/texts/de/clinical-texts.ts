import type { Translation } from '#foundation';
import type { clinicalTexts } from '../clinical-texts.ts';

export const clinical = {
  furtherDescriptors: (chosen: number) =>
    chosen === 0 ? 'Weitere Merkmale' : `Weitere Merkmale (${chosen})`,
} satisfies Translation<typeof clinicalTexts>;
