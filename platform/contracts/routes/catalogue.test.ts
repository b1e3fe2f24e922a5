import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Route } from '../route.ts';
import { type RouteName, routes } from './catalogue.ts';

/** Objects of requests that drop unknown fields, by `route part` and path, with the reason. */
const DROPPED_UNKNOWN_FIELDS: Readonly<Record<string, string>> = {
  'writeExternalLogs body': 'A browser of any version must be able to report its errors.',
  'writeExternalLogs body.entries[]': 'As above; no report is lost for a field that is new.',
};

/** Types of schemas without parts. */
const LEAVES: ReadonlySet<string> = new Set(
  `string number int bigint boolean date symbol undefined null void never nan enum literal file
  template_literal transform custom`.split(/\s+/),
);

/**
 * Returns the paths of the objects in a schema that don't reject unknown fields. Values of any type
 * count, because they accept each field.
 * @throws TypeError for a type of schema that the check doesn't know
 */
function looseObjects(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const isStrict = def.catchall?._zod.def.type === 'never';
      const inFields = Object.entries(def.shape).flatMap(([name, field]) =>
        looseObjects(field, `${path}.${name}`),
      );
      return [...(isStrict ? [] : [path]), ...inFields];
    }
    case 'any':
    case 'unknown':
      return [path];
    case 'array':
      return looseObjects(def.element, `${path}[]`);
    case 'tuple':
      return [...def.items, ...(def.rest === null ? [] : [def.rest])].flatMap((item) =>
        looseObjects(item, `${path}[]`),
      );
    case 'record':
      return looseObjects(def.valueType, `${path}{}`);
    case 'union':
      return def.options.flatMap((option) => looseObjects(option, path));
    case 'intersection':
      return [def.left, def.right].flatMap((side) => looseObjects(side, path));
    case 'pipe':
      return [def.in, def.out].flatMap((side) => looseObjects(side, path));
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return looseObjects(def.innerType, path);
    default:
      if (LEAVES.has(def.type)) return [];
      throw new TypeError(`${path} has the unknown type ${def.type}`);
  }
}

const everyRoute = Object.entries(routes) as readonly (readonly [RouteName, Route])[];

describe('the requests of all routes', () => {
  it('have no object that drops unknown fields without a reason', () => {
    const loose = everyRoute.flatMap(([name, route]) =>
      (['query', 'body'] as const).flatMap((part) => {
        const schema = route[part];
        return schema === undefined ? [] : looseObjects(schema, `${name} ${part}`);
      }),
    );
    expect([...new Set(loose)].sort()).toEqual(Object.keys(DROPPED_UNKNOWN_FIELDS).sort());
  });
});

describe('the check of requests', () => {
  const loose = z.object({ a: z.string() });
  const within = (schema: z.ZodType): string[] => looseObjects(schema, 'body');

  it.each([
    ['the whole', loose, 'body'],
    ['an object with free fields', z.looseObject({}), 'body'],
    ['an object with typed free fields', z.object({}).catchall(z.string()), 'body'],
    ['a value of any type', z.strictObject({ of: z.unknown() }), 'body.of'],
    ['a field', z.strictObject({ of: loose }), 'body.of'],
    ['an optional field', z.strictObject({ of: loose.optional() }), 'body.of'],
    ['a nullable field', z.strictObject({ of: loose.nullable().readonly() }), 'body.of'],
    ['a field with a default', z.strictObject({ of: loose.default({ a: '' }) }), 'body.of'],
    ['an item of a list', z.strictObject({ of: z.array(loose) }), 'body.of[]'],
    ['an item of a tuple', z.strictObject({ of: z.tuple([z.string(), loose]) }), 'body.of[]'],
    ['an entry of a map', z.strictObject({ of: z.record(z.string(), loose) }), 'body.of{}'],
    ['an option of a union', z.union([z.strictObject({ b: z.string() }), loose]), 'body'],
    ['a side of an intersection', z.intersection(z.strictObject({}), loose), 'body'],
    ['an object before a transformation', loose.transform(({ a }) => a), 'body'],
    ['an object after a preparation', z.preprocess((value) => value, loose), 'body'],
    ['an object with a further rule', loose.refine(() => true), 'body'],
  ])('finds %s that drops unknown fields', (_name, schema, path) => {
    expect(within(schema)).toEqual([path]);
  });

  it('finds nothing in objects that reject unknown fields', () => {
    const strict = z.strictObject({ a: z.string(), at: z.tuple([z.number()], z.number()) });
    expect(within(z.strictObject({ list: z.array(strict.refine(() => true)) }))).toEqual([]);
    expect(within(z.strictObject({ map: z.record(z.uuid(), strict.nullable()) }))).toEqual([]);
  });

  it('stops at a type of schema that it doesn’t know', () => {
    expect(() => within(z.lazy(() => loose))).toThrow('body has the unknown type lazy');
  });
});
