import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { type Route, routes } from '#contracts';

/** The inside of a schema or check as zod 4 keeps it; only what is read here. */
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

/** Every pattern that a caller's text can meet, by its source. */
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
  it.each(patterns)('%s takes no more steps than a text has characters', (_source, pattern) => {
    const { status } = checkSync(pattern.source, pattern.flags);
    expect(status).toBe('safe');
  });

  it('is looked for in all of them', () => {
    expect(patterns.length).toBeGreaterThan(10);
  });

  it('that is slow is found', () => {
    expect(checkSync('^(a|a)*$', '').status).toBe('vulnerable');
  });
});
