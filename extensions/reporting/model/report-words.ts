import { diffWordsWithSpace } from 'diff';
import type { ReportContent } from '#contracts';

/** Part of a text that both versions have, or only one of them. */
export interface WordPart {
  readonly text: string;
  readonly in: 'both' | 'before' | 'after';
}

/**
 * Returns the whole text of a report in reading order, then the lines of its decisions; empty parts
 * are left out.
 */
export function plainText(content: ReportContent, decisions: readonly string[]): string {
  const findings = content.findingTexts.map(({ sentences, text }) =>
    [...sentences.map((sentence) => sentence.text), text].filter((part) => part !== '').join(' '),
  );
  return [
    content.indication,
    content.technique.text,
    content.right?.text.text ?? '',
    content.left?.text.text ?? '',
    ...findings,
    content.comparison.text,
    content.correlation,
    content.impression.text,
    ...content.recommendations.map(({ text }) => text),
    ...decisions,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Returns the difference of two texts word by word, in reading order. */
export function wordDifference(before: string, after: string): readonly WordPart[] {
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    in: added ? 'after' : removed ? 'before' : 'both',
  }));
}
