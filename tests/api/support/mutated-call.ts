import * as fc from 'fast-check';
import type { CaseCall } from '../matrix/route-case.ts';
import { hostileNumber, hostileText, hostileValue, type RightValues } from './hostile-values.ts';

/** One change of a right call: at a place, counted over all of its values, something else. */
export interface Mutation {
  readonly at: number;
  readonly how: 'replace' | 'remove' | 'add' | 'swap';
  /** Put in where it is a text that stands there, or nothing; and so on. */
  readonly text: string;
  readonly number: number;
  readonly value: unknown;
  /** Whether what is put in is of the kind that stands there. */
  readonly ofKind: boolean;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat({ max: 200 }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'swap'),
  text: hostileText,
  number: hostileNumber,
  value: hostileValue,
  ofKind: fc.constantFrom(true, true, true, false),
});

/** Headers that a program in error sends; `null` leaves the right ones as they are. */
const headers = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      'if-match': fc.constantFrom('"v1"', '"v2"', '3', '"v99999999999"', '*', 'W/"v1"', '\u00ff'),
      'idempotency-key': fc.constantFrom('a', 'x'.repeat(201), '\u00ff', ' ', "'; drop table x"),
      'x-checksum-sha256': fc.constantFrom('0'.repeat(64), 'x', ''),
      range: fc.constantFrom('bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-1,2-3', 'lines=1'),
      'upload-offset': fc.constantFrom('0', '-1', '1e9', '9'.repeat(30), 'x'),
    }),
  },
);

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'x/y',
    ),
  },
);

export interface Mutations {
  readonly changes: readonly Mutation[];
  readonly headers: Readonly<Record<string, string>> | null;
  readonly contentType: string | null;
}

/** One to three changes of a right call. */
export const mutations: fc.Arbitrary<Mutations> = fc.record({
  changes: fc.array(mutation, { minLength: 1, maxLength: 3 }),
  headers,
  contentType,
});

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** What is put in may be deeper than anyone looks. */
const DEEPEST = 12;

/** Every value of a call, those deep inside included. */
function placesOf(value: unknown, depth = 0): Place[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [
    { holder, key },
    ...placesOf(holder[key], depth + 1),
  ]);
}

/** The call with the changes; the right one is left alone. */
export function mutate(call: CaseCall, { changes }: Mutations): CaseCall {
  const { params = {}, query = {}, body, ...rest } = structuredClone(call);
  const changed = { params, query, body };
  for (const change of changes) {
    const { at, how, value } = change;
    const places = placesOf({ params, query, body }).filter(({ holder }) => holder !== changed);
    const place = places[at % Math.max(places.length, 1)];
    if (place === undefined) break;
    const { holder, key } = place;
    const other = places[(at * 7 + 3) % places.length] ?? place;
    if (how === 'replace') holder[key] = replacement(holder[key], change);
    else if (how === 'remove') delete holder[key];
    else if (how === 'swap') holder[key] = structuredClone(other.holder[other.key]);
    else holder[typeof value === 'string' ? value.slice(0, 100) : 'more'] = value;
  }
  return { ...rest, params, query, ...(body === undefined ? {} : { body }) };
}

function replacement(present: unknown, { ofKind, text, number, value }: Mutation): unknown {
  if (!ofKind) return value;
  if (typeof present === 'number') return number;
  return typeof present === 'string' || present === null ? text : value;
}

/** Right values by the name of their field, gathered from right calls: what `nearly` draws from. */
export function rightValuesOf(calls: readonly CaseCall[]): RightValues {
  const values: Record<string, unknown[]> = Object.create(null);
  const places = calls.flatMap(({ params, query, body }) =>
    [params, query, body].flatMap((part) => placesOf(part)),
  );
  for (const { holder, key } of places) {
    // Marks stand under their own ids, which are no names.
    if (/^[0-9a-f]{8}-/.test(key)) continue;
    values[key] ??= [];
    if (values[key].length < 8) values[key].push(holder[key]);
  }
  return values;
}
