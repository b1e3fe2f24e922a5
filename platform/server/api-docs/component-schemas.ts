import * as z from 'zod';
import * as contracts from '#contracts';
import { describeField } from './field-descriptions.ts';

type Json = z.core.JSONSchema.BaseSchema;

/** Exported schemas of the contracts by their component name. */
const NAMED = namedSchemas();

function namedSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const [name, value] of Object.entries(contracts)) {
    if (!(value instanceof z.ZodObject) || !name.endsWith('Schema') || registry.has(value))
      continue;
    const id = name.slice(0, -'Schema'.length);
    registry.add(value, { id: `${id.charAt(0).toUpperCase()}${id.slice(1)}` });
  }
  return registry;
}

/**
 * Collects the schemas of an OpenAPI document. OpenAPI 3.1 uses plain JSON Schema, so the contract
 * schemas go in unchanged; named schemas are stored once in `components` and referenced. Requests
 * and responses may differ (defaults), so each name also has an input form.
 */
export class ComponentSchemas {
  readonly components: Record<string, Json> = {};

  /**
   * Returns the JSON Schema of a contract schema, with references to `components`, and adds its
   * named parts there.
   */
  convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    const jsonSchema = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      metadata: NAMED,
      // `metadata` replaces the registry of zod, which has the descriptions of the contracts.
      override({ zodSchema, jsonSchema: converted }) {
        const described = z.globalRegistry.get(zodSchema)?.description;
        if (described !== undefined) converted.description = described;
      },
    });
    const { $schema: _dialect, $defs = {}, ...rest } = jsonSchema;
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _id, ...bare } = definition as Json & { id?: string };
      const component = componentName(name, io);
      this.components[component] = withDescriptions(withComponentReferences(bare, io), component);
    }
    return withDescriptions(withComponentReferences(rest, io), '');
  }
}

const componentName = (name: string, io: 'input' | 'output'): string =>
  io === 'input' ? `${name}Input` : name;

function withComponentReferences(value: Json, io: 'input' | 'output'): Json {
  return mapReferences(value, (reference) =>
    reference.replace(
      /^#\/\$defs\/(.+)$/,
      (_match, name: string) => `#/components/schemas/${componentName(name, io)}`,
    ),
  ) as Json;
}

function mapReferences(value: unknown, change: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapReferences(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? change(item) : mapReferences(item, change),
    ]),
  );
}

/** Adds the description of each field that the contract does not describe itself. */
function withDescriptions<Value>(value: Value, component: string): Value {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => withDescriptions(item, component)) as Value;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'properties'
        ? describedProperties(item, component)
        : withDescriptions(item, component),
    ]),
  ) as Value;
}

function describedProperties(properties: object, component: string): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]: [string, object]) => {
      const description = describeField(component, name);
      const own = description === undefined ? {} : { description };
      return [name, { ...own, ...withDescriptions(property, component) }];
    }),
  );
}
