import type * as z from 'zod';
import type { Route } from '#contracts';

/** Internal structure of a zod 4 schema, limited to the fields read here. */
interface SchemaDef {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

/**
 * Returns the names of a route's path parameters, query keys and body fields that take the id of an
 * existing object. Excludes a body's own `id` and `runId`, which the client creates, and `providerId`,
 * which names a contribution of an extension.
 */
export function idPositions(route: Route): readonly string[] {
  const inPath = keysOf(route.params).filter((key) => key === 'id' || /Ids?$/.test(key));
  const inQueryAndBody = [...keysOf(route.query), ...keysOf(route.body)];
  return [...new Set([...inPath, ...inQueryAndBody.filter(isObjectId)])];
}

const OTHER_IDS = ['providerId', 'runId'];

const isObjectId = (key: string): boolean => /Ids?$/.test(key) && !OTHER_IDS.includes(key);

function keysOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return [];
  const definition = schema._zod.def as unknown as SchemaDef;
  if (definition.shape !== undefined) return Object.keys(definition.shape);
  const inner = definition.innerType ?? definition.in;
  return inner === undefined ? (definition.options ?? []).flatMap(keysOf) : keysOf(inner);
}
