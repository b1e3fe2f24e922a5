import type * as z from 'zod';
import { exampleNumbers, exampleTexts, knownValue } from './example-values.ts';

/** Part of the internal schema definition of zod 4 that this file reads. */
interface SchemaDef {
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

const schemaDefOf = (schema: z.ZodType): SchemaDef => schema._zod.def as unknown as SchemaDef;

/** No valid example; the field is omitted. */
const NONE = Symbol('no example');
/**
 * Maximum number of optional fields that are omitted to make an object valid. More omitted fields
 * would hide that the examples of single fields are wrong.
 */
const MAX_OMITTED = 3;

/**
 * Returns a deterministic valid example of a schema, with plausible texts by field name.
 * @throws when no example is found; the schema then needs an entry in example-values.ts
 */
export function exampleOf(schema: z.ZodType, name = ''): unknown {
  const example = candidate(schema, name);
  if (example !== NONE) return example;
  throw new Error(`No example fits ${name === '' ? 'the schema' : name}`);
}

function isValid(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}

function firstValid(schema: z.ZodType, values: Iterable<unknown>): unknown {
  for (const value of values) if (value !== NONE && isValid(schema, value)) return value;
  return NONE;
}

function candidate(schema: z.ZodType, name: string): unknown {
  const schemaDef = schemaDefOf(schema);
  const known = knownValue(name);
  if (known !== undefined && schemaDef.type !== 'object' && isValid(schema, known)) return known;
  switch (schemaDef.type) {
    case 'string':
    case 'template_literal':
      return firstValid(schema, exampleTexts(name));
    case 'number':
    case 'bigint':
      return firstValid(schema, exampleNumbers(name));
    case 'boolean':
      return firstValid(schema, [true, false]);
    case 'null':
      return null;
    case 'enum':
      return firstValid(schema, Object.values(schemaDef.entries ?? {}));
    case 'literal':
      return firstValid(schema, schemaDef.values ?? []);
    case 'object':
      return exampleObject(schema, schemaDef);
    case 'array':
      return exampleArray(schema, schemaDef, name);
    case 'tuple':
      return firstValid(schema, [(schemaDef.items ?? []).map((member) => candidate(member, name))]);
    case 'record':
      return exampleRecord(schema, schemaDef, name);
    case 'union':
      return firstValid(
        schema,
        (schemaDef.options ?? []).map((member) => candidate(member, name)),
      );
    default:
      return exampleOfWrapper(schema, schemaDef, name);
  }
}

/** Returns the example of a schema that wraps another schema. */
function exampleOfWrapper(schema: z.ZodType, schemaDef: SchemaDef, name: string): unknown {
  const { type, innerType, left, right } = schemaDef;
  if (type === 'intersection' && left !== undefined && right !== undefined) {
    const sides = [candidate(left, name), candidate(right, name)];
    if (sides.includes(NONE)) return NONE;
    return firstValid(schema, [Object.assign({}, ...sides)]);
  }
  if (type === 'lazy' && schemaDef.getter !== undefined) return candidate(schemaDef.getter(), name);
  if (type === 'pipe') {
    // Uses the input side of a pipe; for a preprocessing step, the output side.
    const candidates = [schemaDef.in, schemaDef.out].map((member) =>
      member === undefined || schemaDefOf(member).type === 'transform'
        ? NONE
        : candidate(member, name),
    );
    return firstValid(schema, candidates);
  }
  if (innerType !== undefined) {
    const inner = candidate(innerType, name);
    return firstValid(schema, [inner, ...(type === 'nullable' ? [null] : [])]);
  }
  // Accepts any value (unknown, any) or has a custom check.
  return firstValid(schema, [...exampleTexts(name), {}, 1, true, null]);
}

function exampleObject(schema: z.ZodType, schemaDef: SchemaDef): unknown {
  const fields = Object.entries(schemaDef.shape ?? {}).flatMap(([key, member]) => {
    const value = candidate(member, key);
    return value === NONE ? [] : [[key, value] as const];
  });
  const complete = Object.fromEntries(fields);
  if (isValid(schema, complete)) return complete;
  const optional = fields
    .map(([key]) => key)
    .filter((key) => isValid(schemaDef.shape?.[key] ?? schema, undefined));
  for (const omitted of subsets(optional, MAX_OMITTED)) {
    const rest = Object.fromEntries(fields.filter(([key]) => !omitted.includes(key)));
    if (isValid(schema, rest)) return rest;
  }
  const required = Object.fromEntries(fields.filter(([key]) => !optional.includes(key)));
  return isValid(schema, required) ? required : NONE;
}

/** Subsets by size, the smallest first. */
function* subsets(names: readonly string[], maxSize: number): Generator<readonly string[]> {
  for (let size = 1; size <= Math.min(maxSize, names.length); size += 1) {
    yield* combinations(names, size);
  }
}

function* combinations(names: readonly string[], size: number): Generator<readonly string[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [at, name] of names.entries()) {
    for (const rest of combinations(names.slice(at + 1), size - 1)) yield [name, ...rest];
  }
}

function exampleArray(schema: z.ZodType, schemaDef: SchemaDef, name: string): unknown {
  const singular = name.replace(/ies$/, 'y').replace(/s$/, '');
  const element = schemaDef.element === undefined ? NONE : candidate(schemaDef.element, singular);
  if (element === NONE) return firstValid(schema, [[]]);
  return firstValid(schema, [
    [element],
    [element, element],
    Array(3).fill(element),
    Array(6).fill(element),
    [],
  ]);
}

function exampleRecord(schema: z.ZodType, schemaDef: SchemaDef, name: string): unknown {
  const key = schemaDef.keyType === undefined ? 'example' : candidate(schemaDef.keyType, 'id');
  const singular = name.replace(/s$/, '');
  const value = schemaDef.valueType === undefined ? NONE : candidate(schemaDef.valueType, singular);
  const entry = key === NONE || value === NONE ? NONE : { [String(key)]: value };
  const hasId = typeof value === 'object' && value !== null && 'id' in value;
  // Uses the value's id as the key of maps by id.
  const byId = hasId ? { [String(value.id)]: value } : NONE;
  return firstValid(schema, [byId, entry, {}]);
}
