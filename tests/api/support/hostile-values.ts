import * as fc from 'fast-check';
import type * as z from 'zod';

/** Valid values by field name. */
export type ValidValues = Readonly<Record<string, readonly unknown[]>>;

const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff\ud800y',
  '\u202Egnp.exe',
  '%',
  '_%\\',
  "'; drop table patient; --",
  '$1',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '<img src=x onerror=alert(1)>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is the attack
  '${7*7}{{7*7}}',
  'null',
  'NaN',
  '-1',
  '9'.repeat(400),
  '1e999',
  '0000-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999999999Z',
  '2020-02-30',
  'infinity',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '------------------------------------',
  Buffer.from('["1","\\u0000","------------------------------------"]').toString('base64url'),
  Buffer.from('["0000-01-01T00:00:00Z","ffffffff-ffff-ffff-ffff-ffffffffffff"]').toString(
    'base64url',
  ),
  Buffer.from('["1","a","ffffffff-ffff-ffff-ffff-ffffffffffff"]').toString('base64url'),
  '🩻👩🏽‍⚕️'.repeat(30),
  'ش'.repeat(200),
  'x'.repeat(1_000_000),
];

/** Texts that can break a database, a shell, a page or a parser. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

const HOSTILE_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e300,
  1.7976931348623157e308,
  -1.7976931348623157e308,
  5e-324,
];

export const hostileNumber: fc.Arbitrary<number> = fc.constantFrom(...HOSTILE_NUMBERS);

const nestedArray = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
};

/** Values of every kind; a schema accepts few of them. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom(...HOSTILE_NUMBERS),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { $ne: null },
    nestedArray(3_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Internal structure of a zod 4 schema, limited to the fields read here. */
interface SchemaDef {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
}

const defOf = (schema: z.ZodType): SchemaDef => schema._zod.def as unknown as SchemaDef;

/**
 * Draws values that nearly match a schema: most fields are valid (by name, from `validValues`),
 * some hostile. Such values pass the first validation and reach the code behind.
 */
export function nearlyValid(
  schema: z.ZodType,
  validValues: ValidValues,
  name = '',
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 25, arbitrary: validValue(schema, validValues, name) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function validValue(
  schema: z.ZodType,
  validValues: ValidValues,
  name: string,
): fc.Arbitrary<unknown> {
  const known = validValues[name];
  const def = defOf(schema);
  if (known === undefined || def.type === 'object') return valueOfType(def, validValues, name);
  const knownValue = fc.constantFrom(...known);
  // Ids are always valid here; other fields also get values that only have the right type.
  if (/^id$|Ids?$/.test(name)) return knownValue;
  return fc.oneof(
    { weight: 2, arbitrary: knownValue },
    { weight: 1, arbitrary: valueOfType(def, validValues, name) },
  );
}

/** Draws values of the schema's type; inner values are nearly valid. */
function valueOfType(
  def: SchemaDef,
  validValues: ValidValues,
  name: string,
): fc.Arbitrary<unknown> {
  const innerValue = (inner: z.ZodType | undefined) =>
    inner === undefined ? hostileValue : nearlyValid(inner, validValues, name);
  switch (def.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape ?? {}).map(([key, field]) => [
            key,
            nearlyValid(field, validValues, key),
          ]),
        ),
        { noNullPrototype: true },
      );
    case 'nullable':
    case 'optional':
    case 'default':
      return fc.oneof(innerValue(def.innerType), fc.constantFrom(null, undefined));
    case 'readonly':
      return innerValue(def.innerType);
    case 'pipe':
      return innerValue(def.in);
    case 'array':
      return fc.array(innerValue(def.element), { maxLength: 4 });
    case 'tuple':
      return fc.tuple(...(def.items ?? []).map(innerValue));
    case 'record':
      return fc.dictionary(
        fc.oneof(fc.constantFrom('__proto__', 'constructor', 'a\0b', '\ud800'), fc.uuid()),
        innerValue(def.valueType),
        { maxKeys: 3 },
      );
    case 'union':
      return fc.oneof(...(def.options ?? []).map(innerValue));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constantFrom(...HOSTILE_NUMBERS));
    case 'boolean':
      return fc.boolean();
    default:
      return fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ maxLength: 30 }));
  }
}
