import type { ExtensionManifest } from '#contracts';
import { type TextTree, translated } from '#foundation';

type Titled = {
  readonly id: string;
  readonly title: string;
  readonly searchWords?: string | undefined;
};

/** Texts of a manifest as an area: `titles` and `searchWords` by id of the contribution. */
interface ManifestTexts extends TextTree {
  readonly title: string;
  readonly description: string;
  readonly titles: Readonly<Record<string, string>>;
  readonly searchWords: Readonly<Record<string, string>>;
  /** `title` and `description` of each setting, by name. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Returns a manifest with its texts in the language of the page (area `manifest.<id>`): title,
 * description, the titles and search words of all contributions, and title and description of the
 * settings.
 */
export function translateManifest(manifest: ExtensionManifest): ExtensionManifest {
  const texts = translated(`manifest.${manifest.id}`, manifestTexts(manifest));
  const retitled = <Entry extends Titled>(entries: readonly Entry[]): Entry[] =>
    entries.map((entry) => {
      const title = texts.titles[entry.id] ?? entry.title;
      const searchWords = texts.searchWords[entry.id];
      return searchWords === undefined ? { ...entry, title } : { ...entry, title, searchWords };
    });
  const { contributes } = manifest;
  return {
    ...manifest,
    title: texts.title,
    description: texts.description,
    contributes: {
      ...contributes,
      commands: retitled(contributes.commands),
      panels: retitled(contributes.panels),
      tools: retitled(contributes.tools),
      viewports: retitled(contributes.viewports),
      hangingProtocols: retitled(contributes.hangingProtocols),
      findingProviders: retitled(contributes.findingProviders),
      routes: retitled(contributes.routes),
      modes: retitled(contributes.modes),
      ...(contributes.settings === undefined
        ? {}
        : { settings: translateSettings(contributes.settings, texts.settings) }),
    },
  };
}

function manifestTexts({ title, description, contributes }: ExtensionManifest): ManifestTexts {
  const { settings = {}, additions: _, ...lists } = contributes;
  const titled: readonly Titled[] = Object.values(lists).flat();
  return {
    title,
    description,
    titles: Object.fromEntries(titled.map((entry) => [entry.id, entry.title])),
    searchWords: Object.fromEntries(
      titled.flatMap(({ id, searchWords }) => (searchWords ? [[id, searchWords] as const] : [])),
    ),
    settings: Object.fromEntries(
      Object.entries(propertiesOf(settings)).map(([name, schema]) => [name, schemaTexts(schema)]),
    ),
  };
}

type JsonSchema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null;

/** Returns the schemas of the settings by name; none if the schema describes no properties. */
function propertiesOf({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const entries = isSchema(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    entries.flatMap(([name, schema]) => (isSchema(schema) ? [[name, schema] as const] : [])),
  );
}

function schemaTexts(schema: JsonSchema): Record<string, string> {
  const texts = ['title', 'description'].map((key) => [key, schema[key]] as const);
  return Object.fromEntries(
    texts.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : [])),
  );
}

function translateSettings(settings: JsonSchema, texts: ManifestTexts['settings']): JsonSchema {
  const properties = Object.entries(propertiesOf(settings)).map(
    ([name, schema]) => [name, { ...schema, ...texts[name] }] as const,
  );
  return properties.length === 0
    ? settings
    : { ...settings, properties: Object.fromEntries(properties) };
}
