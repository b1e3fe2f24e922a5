import * as z from 'zod';
import type { ExtensionManifest } from '#contracts';
import { fail, messageOf, ok, type Result } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import { hostTexts } from '../texts/host-texts.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** An effective setting and its origin. */
export interface EffectiveSetting {
  readonly name: string;
  /** Title in the manifest's schema; absent if the schema has none. */
  readonly title?: string;
  readonly value: unknown;
  readonly origin: 'default' | 'site';
}

/**
 * Validates the site's settings against the JSON Schema of the manifest, fills in defaults and
 * freezes the result deeply. Without a schema, no settings are allowed. Fails with
 * `INVALID_SETTINGS`, naming the fields.
 */
export function resolveSettings(
  manifest: ExtensionManifest,
  siteSettings: Settings,
): Result<Settings> {
  const schema = manifest.contributes.settings;
  if (schema === undefined) {
    const names = Object.keys(siteSettings);
    if (names.length === 0) return ok(Object.freeze({}));
    return fail(
      hostProblems.invalidSettings(manifest.id, hostTexts.reasons.noSettings(names.join(', '))),
    );
  }
  const validator = parseSchema(manifest.id, schema);
  if (!validator.ok) return validator;
  const parsed = validator.value.safeParse(siteSettings);
  if (!parsed.success) {
    return fail(hostProblems.invalidSettings(manifest.id, z.prettifyError(parsed.error)));
  }
  return ok(deepFreeze(parsed.data as Settings));
}

/** Returns all effective settings and their origin: site or manifest default. */
export function effectiveSettings(
  settings: Settings,
  siteSettings: Settings,
  schema: Settings = {},
): readonly EffectiveSetting[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, { title?: unknown }>>;
  const titleOf = (name: string): { readonly title?: string } => {
    const title = properties[name]?.title;
    return typeof title === 'string' ? { title } : {};
  };
  return Object.entries(settings).map(([name, value]) => ({
    name,
    ...titleOf(name),
    value,
    origin: Object.hasOwn(siteSettings, name) ? 'site' : 'default',
  }));
}

/** Converts a JSON Schema to a validator; fails with `INVALID_SETTINGS` for an invalid schema. */
function parseSchema(id: string, schema: Settings): Result<z.ZodType> {
  try {
    return ok(
      z.fromJSONSchema({ type: 'object', ...schema } as Parameters<typeof z.fromJSONSchema>[0]),
    );
  } catch (thrown) {
    const detail = hostTexts.reasons.noSchema(messageOf(thrown));
    return fail(hostProblems.invalidSettings(id, detail));
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
