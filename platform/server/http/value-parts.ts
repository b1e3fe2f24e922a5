import * as z from 'zod';

/** Number of values above which a request is large; no form of the product sends more. */
const MAX_VALUES = 2_000;

/** Returns whether a parsed JSON value contains more values, at all levels, than any form. */
export function isLarge(value: unknown): boolean {
  return countValues(value, 0) > MAX_VALUES;
}

/** Adds the number of values to `count`; ends above the limit. */
function countValues(value: unknown, count: number): number {
  let total = count + 1;
  if (typeof value !== 'object' || value === null) return total;
  for (const key in value) {
    if (total > MAX_VALUES) return total;
    total = countValues(Reflect.get(value, key), total);
  }
  return total;
}

/** Part of a value with its schema; of a map, keys are parts too. */
export interface ValuePart {
  readonly key: string;
  readonly schema: z.core.$ZodType;
  readonly value: unknown;
}

/**
 * Returns the fields of an object, the items of a list or the entries of a map; null for values
 * that the schema validates as a whole. Valid parts may make an invalid whole.
 */
export function partsOf(schema: z.core.$ZodType, value: unknown): Iterable<ValuePart> | null {
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodOptional) {
    return partsOf(schema.def.innerType, value);
  }
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? itemsOf(schema, value) : null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  if (schema instanceof z.ZodObject) return fieldsOf(schema, value);
  return schema instanceof z.ZodRecord ? entriesOf(schema, value) : null;
}

function* itemsOf(schema: z.ZodArray, items: readonly unknown[]): Iterable<ValuePart> {
  for (const [index, value] of items.entries()) {
    yield { key: String(index), schema: schema.def.element, value };
  }
}

function* fieldsOf(schema: z.ZodObject, fields: object): Iterable<ValuePart> {
  for (const [key, fieldSchema] of Object.entries(schema.shape)) {
    yield { key, schema: fieldSchema, value: Reflect.get(fields, key) };
  }
}

function* entriesOf(schema: z.ZodRecord, entries: object): Iterable<ValuePart> {
  for (const key in entries) {
    yield { key, schema: schema.def.keyType, value: key };
    yield { key, schema: schema.def.valueType, value: Reflect.get(entries, key) };
  }
}
