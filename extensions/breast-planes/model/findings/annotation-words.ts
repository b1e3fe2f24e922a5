import type { Finding, Mark } from '#contracts';
import { findingTexts } from '../../texts/finding-texts.ts';

/** Returns the words of an annotation's texts and the names of its other marks. */
export const annotationWords = ({ marks }: Pick<Finding, 'marks'>): string =>
  Object.values(marks).map(wordsOf).join(' · ');

function wordsOf({ markType, markViewParams }: Mark): string {
  const types: Readonly<Record<string, string>> = findingTexts.annotations.types;
  return markViewParams.text ?? types[markType] ?? markType;
}
