import { parseSync } from 'oxc-parser';
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

/** Retired words in the identifiers and comments of a file, in the order of the file. */
export function retiredWords({ path, text }: SourceFile): readonly RetiredWord[] {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const names = namesOf(program).flatMap(({ name, start }) => {
    const part = partsOfName(name).find((word) => Object.hasOwn(RETIRED_IN_NAMES, word));
    if (part === undefined) return [];
    return [{ path, line: lineAt(start), found: name, use: RETIRED_IN_NAMES[part] ?? '' }];
  });
  const words = comments.flatMap(({ value, start }) =>
    (value.toLowerCase().match(/[a-z]+/g) ?? [])
      .filter((word) => Object.hasOwn(RETIRED_IN_COMMENTS, word))
      .map((word) => ({
        path,
        line: lineAt(start),
        found: word,
        use: RETIRED_IN_COMMENTS[word] ?? '',
      })),
  );
  return [...names, ...words];
}

interface Named {
  readonly name: string;
  readonly start: number;
}

const NAME_NODES = ['Identifier', 'PrivateIdentifier', 'JSXIdentifier'];

function namesOf(node: unknown): readonly Named[] {
  if (Array.isArray(node)) return node.flatMap(namesOf);
  if (typeof node !== 'object' || node === null) return [];
  const { type, name, start } = node as { type?: unknown; name?: unknown; start?: unknown };
  const isName = NAME_NODES.includes(String(type)) && typeof name === 'string';
  const own = isName ? [{ name, start: Number(start) }] : [];
  return [...own, ...Object.values(node).flatMap(namesOf)];
}
