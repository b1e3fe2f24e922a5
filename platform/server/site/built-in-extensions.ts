import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type ExtensionManifest, manifestSchema, type SiteConfig } from '#contracts';
import { messageOf, type Problem } from '#foundation';
import { readJson } from './read-json.ts';
import type { BuiltInExtension } from './site.ts';
import { manifestInvalid, settingsInvalid } from './site-problems.ts';

export interface ExtensionScan {
  /** Names of all extension folders, including those with an invalid manifest. */
  readonly ids: ReadonlySet<string>;
  readonly extensions: readonly BuiltInExtension[];
  readonly problems: readonly Problem[];
}

/** Reads `<folder>/<id>/manifest.json` of every extension without loading code. */
export function findBuiltIn(folder: string, config: SiteConfig): ExtensionScan {
  const ids = existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .filter((name) => existsSync(join(folder, name, 'manifest.json')))
        .sort()
    : [];
  const problems: Problem[] = [];
  const extensions: BuiltInExtension[] = [];
  for (const id of ids) {
    const read = readJson(join(folder, id, 'manifest.json'), manifestSchema);
    if (!('value' in read)) {
      problems.push(manifestInvalid(id, 'invalid' in read ? read.invalid : read.unreadable));
      continue;
    }
    if (read.value.id !== id) {
      problems.push(manifestInvalid(id, `Its id is ${read.value.id}, its folder is ${id}.`));
      continue;
    }
    const configured = config.extensions[id];
    const settings = configured?.settings ?? {};
    const invalidSettings = settingsProblem(read.value, settings);
    if (invalidSettings !== null) problems.push(settingsInvalid(id, invalidSettings));
    extensions.push({
      manifest: read.value,
      folder: join(folder, id),
      enabled: configured?.enabled ?? true,
      serverEnabled: (configured?.enabled ?? true) && invalidSettings === null,
      settings,
    });
  }
  return { ids: new Set(ids), extensions, problems };
}

function settingsProblem(
  manifest: ExtensionManifest,
  settings: Readonly<Record<string, unknown>>,
): string | null {
  const schema = manifest.contributes.settings;
  if (schema === undefined) return null;
  try {
    const parsed = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(settings);
    return parsed.success ? null : z.prettifyError(parsed.error).replaceAll('\n', ' ');
  } catch (thrown) {
    return `The settings schema is invalid: ${messageOf(thrown)}`;
  }
}
