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

/** Returns every pattern that is applied to a caller's text, by its source. */
function patternsOf(schemas: readonly (z.ZodType | undefined)[]): Map<string, RegExp> {
  const patterns = new Map<string, RegExp>();
  const visited = new Set<z.ZodType>();
  const visit = (schema: z.ZodType | undefined): void => {
    if (schema?._zod === undefined || visited.has(schema)) return;
    visited.add(schema);
    const inside = schema._zod.def as unknown as SchemaDef;
    if (inside.pattern instanceof RegExp) patterns.set(String(inside.pattern), inside.pattern);
    for (const list of [inside.checks, inside.options, inside.items]) list?.forEach(visit);
    for (const one of Object.values(inside.shape ?? {})) visit(one);
    for (const one of [inside.innerType, inside.element, inside.in, inside.out]) visit(one);
    for (const one of [inside.keyType, inside.valueType, inside.left, inside.right]) visit(one);
  };
  schemas.forEach(visit);
  return patterns;
}

const inputs = Object.values(routes).flatMap((route: Route) => [
  route.params,
  route.query,
  route.body,
]);
const patterns = [...patternsOf(inputs)];

describe('a pattern of the contract', () => {
  it.each(patterns)('%s is linear in the length of the text', (_source, pattern) => {
    const { status } = checkSync(pattern.source, pattern.flags);
    expect(status).toBe('safe');
  });

  it('is collected from all schemas', () => {
    expect(patterns.length).toBeGreaterThan(10);
  });

  it('is reported if slow', () => {
    expect(checkSync('^(a|a)*$', '').status).toBe('vulnerable');
  });
});
