import type { PublicConfig } from '#contracts';
import type { ExtensionStatus, ModeAvailability } from '#core';
import { developerTexts } from '../texts/developer-texts.ts';

const texts = developerTexts.settings;

/** Effective setting, formatted for a table. */
export interface SettingRow {
  readonly id: string;
  /** Id of an extension or mode, or the site label. */
  readonly area: string;
  readonly name: string;
  readonly value: string;
  /** Where the value was set, as shown. */
  readonly origin: string;
}

/** Configuration, extensions and modes whose settings are listed. */
export interface SettingSources {
  readonly config: PublicConfig;
  readonly extensions: readonly Pick<
    ExtensionStatus,
    'id' | 'title' | 'state' | 'decidedBy' | 'settings' | 'version'
  >[];
  readonly modes: readonly ModeAvailability[];
}

/** Returns every effective setting of the page with its origin, if known. */
export function settingRows({ config, extensions, modes }: SettingSources): readonly SettingRow[] {
  const { name, version, demonstration, flags, session, links } = config;
  const site = { name, demonstration, flags, session, links };
  return [
    row(texts.site, 'version', version, texts.product),
    ...namesAndValues(site).map(([name, value]) => row(texts.site, name, value, texts.unknown)),
    // Hides the API key, because screens are often shown to others; every browser of the site sends
    // the key anyway.
    { ...row(texts.site, 'apiKey', null, texts.unknown), value: texts.hidden },
    ...extensions.flatMap((extension) => [
      row(extension.id, 'state', extension.state, texts.origins[extension.decidedBy]),
      row(extension.id, 'version', extension.version, texts.product),
      ...extension.settings.map((setting) =>
        row(extension.id, setting.name, setting.value, texts.origins[setting.origin]),
      ),
    ]),
    ...config.thirdParty.map(({ manifest, url }) =>
      row(manifest.id, 'url', url, texts.origins.site),
    ),
    ...modes.map(({ mode, decidedBy, problem }) =>
      row(mode.id, 'state', problem === null ? 'ready' : problem.code, texts.origins[decidedBy]),
    ),
  ];
}

/** Flattens an object: `{flags: {a: true}}` → `[['flags.a', true]]`. */
function namesAndValues(value: object, prefix = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = `${prefix}${name}`;
    const isGroup = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return isGroup ? namesAndValues(inner as object, `${path}.`) : [[path, inner] as const];
  });
}

function row(area: string, name: string, value: unknown, origin: string): SettingRow {
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return { id: `${area} ${name}`, area, name, value: shown, origin };
}
