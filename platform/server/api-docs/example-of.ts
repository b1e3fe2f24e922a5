import type * as z from 'zod';
import { exampleNumbers, exampleTexts, knownValue } from './example-values.ts';

/** The inside of a schema as zod 4 keeps it; only what is read here. */
interface Inside {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

const insideOf = (schema: z.ZodType): Inside => schema._zod.def as unknown as Inside;

/** Nothing fits: the field is left out. */
const NONE = Symbol('no example');
/** An object that refuses one of its optional fields is tried without it; more would hide mistakes. */
const WITHOUT_AT_MOST = 3;

/**
 * A value that a schema takes, always the same, with sensible words by the name of each field.
 * @throws where none is found: the schema then needs a value of its own in example-values.ts
 */
export function exampleOf(schema: z.ZodType, name = ''): unknown {
  const found = candidate(schema, name);
  if (found !== NONE) return found;
  throw new Error(`No example fits ${name === '' ? 'the schema' : name}`);
}

function fits(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}

function firstFitting(schema: z.ZodType, values: Iterable<unknown>): unknown {
  for (const value of values) if (value !== NONE && fits(schema, value)) return value;
  return NONE;
}

function candidate(schema: z.ZodType, name: string): unknown {
  const inside = insideOf(schema);
  const known = knownValue(name);
  if (known !== undefined && inside.type !== 'object' && fits(schema, known)) return known;
  switch (inside.type) {
    case 'string':
    case 'template_literal':
      return firstFitting(schema, exampleTexts(name));
    case 'number':
    case 'bigint':
      return firstFitting(schema, exampleNumbers(name));
    case 'boolean':
      return firstFitting(schema, [true, false]);
    case 'null':
      return null;
    case 'enum':
      return firstFitting(schema, Object.values(inside.entries ?? {}));
    case 'literal':
      return firstFitting(schema, inside.values ?? []);
    case 'object':
      return exampleObject(schema, inside);
    case 'array':
      return exampleArray(schema, inside, name);
    case 'tuple':
      return firstFitting(schema, [(inside.items ?? []).map((one) => candidate(one, name))]);
    case 'record':
      return exampleRecord(schema, inside, name);
    case 'union':
      return firstFitting(
        schema,
        (inside.options ?? []).map((one) => candidate(one, name)),
      );
    default:
      return wrapped(schema, inside, name);
  }
}

/** Schemas around another one. */
function wrapped(schema: z.ZodType, inside: Inside, name: string): unknown {
  const { type, innerType, left, right } = inside;
  if (type === 'intersection' && left !== undefined && right !== undefined) {
    const parts = [candidate(left, name), candidate(right, name)];
    if (parts.includes(NONE)) return NONE;
    return firstFitting(schema, [Object.assign({}, ...parts)]);
  }
  if (type === 'lazy' && inside.getter !== undefined) return candidate(inside.getter(), name);
  if (type === 'pipe') {
    // What comes in; a preprocessing step takes what stands behind it.
    const tried = [inside.in, inside.out].map((one) =>
      one === undefined || insideOf(one).type === 'transform' ? NONE : candidate(one, name),
    );
    return firstFitting(schema, tried);
  }
  if (innerType !== undefined) {
    const inner = candidate(innerType, name);
    return firstFitting(schema, [inner, ...(type === 'nullable' ? [null] : [])]);
  }
  // Anything goes (unknown, any), or a check of its own (custom).
  return firstFitting(schema, [...exampleTexts(name), {}, 1, true, null]);
}

function exampleObject(schema: z.ZodType, inside: Inside): unknown {
  const fields = Object.entries(inside.shape ?? {}).flatMap(([key, one]) => {
    const value = candidate(one, key);
    return value === NONE ? [] : [[key, value] as const];
  });
  const whole = Object.fromEntries(fields);
  if (fits(schema, whole)) return whole;
  const optional = fields
    .map(([key]) => key)
    .filter((key) => fits(inside.shape?.[key] ?? schema, undefined));
  for (const gone of subsets(optional, WITHOUT_AT_MOST)) {
    const rest = Object.fromEntries(fields.filter(([key]) => !gone.includes(key)));
    if (fits(schema, rest)) return rest;
  }
  const required = Object.fromEntries(fields.filter(([key]) => !optional.includes(key)));
  return fits(schema, required) ? required : NONE;
}

/** Subsets by size, the smallest first. */
function* subsets(names: readonly string[], atMost: number): Generator<readonly string[]> {
  for (let size = 1; size <= Math.min(atMost, names.length); size += 1) {
    yield* choose(names, size);
  }
}

function* choose(names: readonly string[], size: number): Generator<readonly string[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [at, name] of names.entries()) {
    for (const rest of choose(names.slice(at + 1), size - 1)) yield [name, ...rest];
  }
}

function exampleArray(schema: z.ZodType, inside: Inside, name: string): unknown {
  const singular = name.replace(/ies$/, 'y').replace(/s$/, '');
  const one = inside.element === undefined ? NONE : candidate(inside.element, singular);
  if (one === NONE) return firstFitting(schema, [[]]);
  return firstFitting(schema, [[one], [one, one], Array(3).fill(one), Array(6).fill(one), []]);
}

function exampleRecord(schema: z.ZodType, inside: Inside, name: string): unknown {
  const key = inside.keyType === undefined ? 'example' : candidate(inside.keyType, 'id');
  const singular = name.replace(/s$/, '');
  const value = inside.valueType === undefined ? NONE : candidate(inside.valueType, singular);
  const one = key === NONE || value === NONE ? NONE : { [String(key)]: value };
  const own = typeof value === 'object' && value !== null && 'id' in value;
  // Maps by id hold what has that id.
  const byId = own ? { [String(value.id)]: value } : NONE;
  return firstFitting(schema, [byId, one, {}]);
}
