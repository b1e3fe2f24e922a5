import { type ParserPlugin, parse } from '@babel/parser';
import type { SourceFile } from './check-imports.ts';

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

export interface RetiredWord {
  readonly path: string;
  readonly line: number;
  /** The identifier, or the retired word of a comment. */
  readonly found: string;
  readonly use: string;
}

/** Parts of a name in lower case: `#tellStudy` and `TELL_STUDY` give `tell` and `study`. */
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

/** Retired words in the identifiers and comments of a file, in the order of the file. */
export function retiredWords({ path, text }: SourceFile): readonly RetiredWord[] {
  return tokensOf(path, text).flatMap(({ type, value, line }) => {
    if (type === 'comment') return retiredInComment(value).map((word) => ({ path, line, ...word }));
    const part = partsOfName(value).find((word) => Object.hasOwn(RETIRED_IN_NAMES, word));
    if (part === undefined || !NAME_TOKENS.includes(type)) return [];
    return [{ path, line, found: value, use: RETIRED_IN_NAMES[part] ?? '' }];
  });
}

function retiredInComment(text: string): readonly Pick<RetiredWord, 'found' | 'use'>[] {
  return (text.toLowerCase().match(/[a-z]+/g) ?? [])
    .filter((word) => Object.hasOwn(RETIRED_IN_COMMENTS, word))
    .map((word) => ({ found: word, use: RETIRED_IN_COMMENTS[word] ?? '' }));
}

interface SourceToken {
  readonly type: string;
  readonly value: string;
  readonly line: number;
}

/** A token as the parser returns it: comments have a plain type, others a labelled one. */
interface ParsedToken {
  readonly type: string | { readonly label: string };
  readonly value?: unknown;
  readonly loc: { readonly start: { readonly line: number } };
}

function tokensOf(path: string, text: string): readonly SourceToken[] {
  // JSX is off in `.ts` files, because a type assertion in angle brackets looks like a tag.
  const plugins: ParserPlugin[] = path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'];
  const { tokens } = parse(text, { sourceType: 'module', plugins, tokens: true });
  return ((tokens ?? []) as readonly ParsedToken[]).map(({ type, value, loc }) => ({
    type: typeof type === 'string' ? 'comment' : type.label,
    value: String(value ?? ''),
    line: loc.start.line,
  }));
}
