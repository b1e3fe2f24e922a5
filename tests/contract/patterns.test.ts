import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { type Route, routes } from '#contracts';

/** Internal structure of a zod 4 schema or check, limited to the fields read here. */
interface SchemaDef {
  readonly type?: string;
  readonly pattern?: RegExp;
  readonly checks?: readonly z.ZodType[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
}

/** Returns every pattern of the schemas, by its source. */
function patternsOf(schemas: readonly (z.ZodType | undefined)[]): Map<string, RegExp> {
  const patterns = new Map<string, RegExp>();
  const visited = new Set<z.ZodType>();
  const visit = (schema: z.ZodType | undefined): void => {
    if (schema?._zod === undefined || visited.has(schema)) return;
    visited.add(schema);
    const def = schema._zod.def as unknown as SchemaDef;
    if (def.pattern instanceof RegExp) patterns.set(String(def.pattern), def.pattern);
    for (const list of [def.checks, def.options, def.items]) list?.forEach(visit);
    for (const child of Object.values(def.shape ?? {})) visit(child);
    for (const child of [def.innerType, def.element, def.in, def.out]) visit(child);
    for (const child of [def.keyType, def.valueType, def.left, def.right]) visit(child);
  };
  schemas.forEach(visit);
  return patterns;
}

const inputSchemas = Object.values(routes).flatMap((route: Route) => [
  route.params,
  route.query,
  route.body,
]);
const patterns = [...patternsOf(inputSchemas)];

describe('a pattern of the contract', () => {
  it.each(patterns)('takes linear time: %s', (_source, pattern) => {
    const { status } = checkSync(pattern.source, pattern.flags);
    expect(status).toBe('safe');
  });

  it('is found in the schemas of the routes', () => {
    expect(patterns.length).toBeGreaterThan(10);
  });

  it('is reported when it can take exponential time', () => {
    expect(checkSync('^(a|a)*$', '').status).toBe('vulnerable');
  });
});
