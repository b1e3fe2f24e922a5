import { describe, expect, it } from 'vitest';
import { serverMessages as english } from '../../messages/server-message.ts';
import { fieldTexts } from '../field-texts.ts';
import { issueTexts } from '../issue-texts.ts';
import { translations } from './index.ts';

type Text = string | ((values: unknown) => string);
type Tree = Readonly<Record<string, unknown>>;

const pairs: readonly (readonly [area: string, english: Tree, german: Tree])[] = [
  ['server-messages', english, translations['server-messages']],
  ['field-errors', fieldTexts, translations['field-errors']],
  ['field-issues', issueTexts, translations['field-issues']],
];

/** Values that a text could contain: by name, as a list, or as its only argument. */
const samples = (): readonly unknown[] => [
  new Proxy({}, { get: (_target, name) => sampleOf(String(name)) }),
  ['ONE', 'TWO'],
  7,
];
function sampleOf(name: string): unknown {
  if (['sweeps', 'items', 'changed', 'findings', 'scans', 'points'].includes(name))
    return ['ONE', 'TWO'];
  return ['minutes', 'minimum', 'maximum', 'count'].includes(name) ? 7 : `⟨${name}⟩`;
}

/** Returns the values that a text contains, of the first sample that it accepts. */
function shownValues(text: Text): readonly string[] {
  for (const sample of samples()) {
    try {
      const shown = typeof text === 'string' ? text : text(sample);
      return [...shown.matchAll(/⟨\w+⟩|ONE|TWO|\b7\b/g)].map(([value]) => value).sort();
    } catch {
      // Another sample fits the parameter of the text.
    }
  }
  throw new Error('No sample fits');
}

/** Returns the paths of texts that differ in kind or values between both languages. */
function differences(englishTexts: Tree, german: Tree, path = ''): readonly string[] {
  return Object.entries(german).flatMap(([key, text]) => {
    const original = englishTexts[key];
    if (typeof text === 'object') {
      return differences(original as Tree, text as Tree, `${path}${key}.`);
    }
    if (typeof original !== typeof text) return [`${path}${key}: not in English`];
    const values = [original, text].map((entry) => shownValues(entry as Text).join());
    return values[0] === values[1] ? [] : [`${path}${key}: ${values.join(' and ')}`];
  });
}

describe('the German texts of errors', () => {
  it.each(pairs)('have the codes and values of the English texts: %s', (_area, texts, german) => {
    expect(differences(texts, german)).toEqual([]);
  });

  it('count as different when a value is missing or a code is unknown in English', () => {
    const texts = { reads: ({ name }: { name: string }) => `${name} reads`, done: 'Done' };
    expect(differences(texts, { reads: 'Jemand liest' })).toEqual(['reads: not in English']);
    expect(differences(texts, { reads: () => 'Jemand liest' })).toEqual(['reads: ⟨name⟩ and ']);
    expect(differences(texts, { other: 'Fertig' })).toEqual(['other: not in English']);
  });
});
