import * as fc from 'fast-check';
import type { CaseCall } from '../matrix/route-case.ts';
import { hostileNumber, hostileText, hostileValue, type ValidValues } from './hostile-values.ts';

/** A change of one value of a valid call. */
export interface Mutation {
  /** Selects a value: an index over all values of the call, which wraps around. */
  readonly index: number;
  readonly kind: 'replace' | 'remove' | 'add' | 'swap';
  /** Replacement for a text or an absent value; `number` and `value` follow the same rule. */
  readonly text: string;
  readonly number: number;
  readonly value: unknown;
  /** Whether the replacement has the type of the replaced value. */
  readonly keepsType: boolean;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  index: fc.nat({ max: 200 }),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'swap'),
  text: hostileText,
  number: hostileNumber,
  value: hostileValue,
  keepsType: fc.constantFrom(true, true, true, false),
});

/** Headers as a faulty program sends them; `null` keeps the valid headers. */
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

/** One to three changes of a valid call. */
export const mutations: fc.Arbitrary<Mutations> = fc.record({
  changes: fc.array(mutation, { minLength: 1, maxLength: 3 }),
  headers,
  contentType,
});

interface Slot {
  readonly container: Record<string, unknown>;
  readonly key: string;
}

/** Maximum depth of mutated values; replacements may be deeper. */
const MAX_DEPTH = 12;

/** Returns every value of a call, nested values included. */
function slotsOf(value: unknown, depth = 0): Slot[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  const container = value as Record<string, unknown>;
  return Object.keys(container).flatMap((key) => [
    { container, key },
    ...slotsOf(container[key], depth + 1),
  ]);
}

/** Returns the call with the changes; does not modify the valid call. */
export function mutate(call: CaseCall, { changes }: Mutations): CaseCall {
  const { params = {}, query = {}, body, ...rest } = structuredClone(call);
  const changed = { params, query, body };
  for (const change of changes) {
    const { index, kind, value } = change;
    const slots = slotsOf({ params, query, body }).filter(({ container }) => container !== changed);
    const slot = slots[index % Math.max(slots.length, 1)];
    if (slot === undefined) break;
    const { container, key } = slot;
    // Any other value, the same for the same index.
    const other = slots[(index * 7 + 3) % slots.length] ?? slot;
    if (kind === 'replace') container[key] = replacementOf(container[key], change);
    else if (kind === 'remove') delete container[key];
    else if (kind === 'swap') container[key] = structuredClone(other.container[other.key]);
    else container[typeof value === 'string' ? value.slice(0, 100) : 'more'] = value;
  }
  return { ...rest, params, query, ...(body === undefined ? {} : { body }) };
}

function replacementOf(present: unknown, { keepsType, text, number, value }: Mutation): unknown {
  if (!keepsType) return value;
  if (typeof present === 'number') return number;
  return typeof present === 'string' || present === null ? text : value;
}

/** Collects valid values by field name from valid calls, for `nearlyValid`. */
export function validValuesOf(calls: readonly CaseCall[]): ValidValues {
  const values: Record<string, unknown[]> = Object.create(null);
  const slots = calls.flatMap(({ params, query, body }) =>
    [params, query, body].flatMap((part) => slotsOf(part)),
  );
  for (const { container, key } of slots) {
    // Marks are keyed by their ids, which are not field names.
    if (/^[0-9a-f]{8}-/.test(key)) continue;
    values[key] ??= [];
    if (values[key].length < 8) values[key].push(container[key]);
  }
  return values;
}
