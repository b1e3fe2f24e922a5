import { tokensOf } from './parse-source.ts';
import type { SourceFile } from './source-files.ts';

/**
 * Retired words of identifiers, each with the standard term (docs/glossary.md). A word counts as a
 * part of a name: `tellStudy`, `STUDY_TELLER` and `#tell` all contain a retired word.
 */
export const RETIRED_IN_NAMES: Readonly<Record<string, string>> = {
  announce: 'register',
  announced: 'register',
  anew: 'again, re-',
  answered: 'responded',
  answers: 'responses',
  away: 'offline, offset',
  began: 'started',
  begun: 'started',
  beside: 'adjacent, companion',
  circumstances: 'conditions',
  clinic: 'tenant, backend',
  clinics: 'tenants',
  clockwork: 'ticker',
  desk: 'state, context',
  doorman: 'guard',
  doors: 'entry points, registrations',
  facts: 'info, context',
  fewest: 'min',
  followed: 'synced, loaded',
  gone: 'missing, removed',
  greys: 'grey levels, adjustments',
  growing: 'progressive, paged',
  hands: 'interactions',
  hear: 'receive',
  heard: 'received',
  hears: 'receives',
  lift: 'release',
  mend: 'repair',
  mends: 'repairs',
  ours: 'ownOrg',
  picture: 'image, thumbnail',
  pulsed: 'health-checked',
  refusals: 'errors, rejections',
  refuse: 'reject',
  refuses: 'rejects',
  said: 'reported',
  says: 'reports',
  shelf: 'cache',
  shelve: 'cache',
  shelved: 'cached',
  shortest: 'min',
  sight: 'visibility',
  somebody: 'user',
  tell: 'publish, report',
  teller: 'publisher',
  tells: 'publishes, reports',
  told: 'published, reported',
  troubles: 'errors, issues',
  veil: 'cipher, backdrop',
  voice: 'publisher',
  whoever: 'user',
  wish: 'request, options',
  wishes: 'requests, options',
};

/** Retired words of comments, each with what to write instead. */
export const RETIRED_IN_COMMENTS: Readonly<Record<string, string>> = {
  anew: 'again',
  doorman: 'guard',
  refusal: 'error, rejection',
  shelf: 'cache',
  somebody: 'a user',
  veil: 'cipher, backdrop',
  whoever: 'a user who …',
};

/**
 * Retired words of texts in string literals, templates and JSX, each with what to write instead.
 * Only whole words count, so that codes in capitals stay valid.
 */
export const RETIRED_IN_STRINGS: Readonly<Record<string, string>> = {
  anew: 'again',
  doorman: 'guard',
  farewell: 'end',
  hear: 'receive',
  heard: 'received',
  hears: 'receives',
  mend: 'repair',
  mends: 'repairs',
  refusal: 'error, rejection',
  refusals: 'errors, rejections',
  refuse: 'reject',
  refuses: 'rejects',
  shelf: 'cache',
  somebody: 'a user',
  speaks: 'publishes, sends',
  tell: 'publish, report',
  tells: 'publishes, reports',
  told: 'published, reported',
  veil: 'cipher, backdrop',
  whoever: 'a user who …',
  wish: 'request, options',
  wishes: 'requests, options',
};

export interface RetiredWord {
  readonly path: string;
  readonly line: number;
  /** The identifier, or the retired word of a comment or a text. */
  readonly found: string;
  readonly use: string;
}

/** Returns the parts of a name in lower case: `#tellStudy` and `TELL_STUDY` give `tell` and `study`. */
export function partsOfName(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_$]+/)
    .filter((part) => part !== '');
}

/** Token types of identifiers, private members and names in JSX. */
const NAME_TOKENS = ['name', '#name', 'jsxName'];

/** Token types of texts; the parser labels the chunks of a template `...`` and `...${`. */
const TEXT_TOKENS = ['string', 'jsxText', '...`', '...${'];

/** Returns the retired words in identifiers, comments and texts of a file, in their order. */
export function retiredWords(file: SourceFile): readonly RetiredWord[] {
  const { path } = file;
  return tokensOf(file).flatMap(({ type, value, loc }) => {
    const { line } = loc.start;
    const text = String(value ?? '');
    if (typeof type === 'string') {
      return retiredInText(text, RETIRED_IN_COMMENTS).map((word) => ({ path, line, ...word }));
    }
    if (TEXT_TOKENS.includes(type.label)) {
      return retiredInText(text, RETIRED_IN_STRINGS).map((word) => ({ path, line, ...word }));
    }
    const part = partsOfName(text).find((word) => Object.hasOwn(RETIRED_IN_NAMES, word));
    if (part === undefined || !NAME_TOKENS.includes(type.label)) return [];
    return [{ path, line, found: text, use: RETIRED_IN_NAMES[part] ?? '' }];
  });
}

function retiredInText(
  text: string,
  retired: Readonly<Record<string, string>>,
): readonly Pick<RetiredWord, 'found' | 'use'>[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    .filter((word) => Object.hasOwn(retired, word))
    .map((word) => ({ found: word, use: retired[word] ?? '' }));
}
