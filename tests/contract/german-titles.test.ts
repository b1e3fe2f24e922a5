import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtInLists, manifestSchema } from '#contracts';
import type { TextTree } from '#foundation';
import * as aiJobs from '../../extensions/ai-findings/texts/de/job-texts.ts';
import { jobPhases, jobProblems } from '../../extensions/scanner/texts/de/job-texts.ts';
import { serverMessages } from '../../platform/contracts/messages/server-message.ts';
import { lists } from '../../platform/contracts/texts/de/list-texts.ts';
import { serverProblems } from '../../platform/contracts/texts/de/server-problems.ts';
import { entriesOf, load, loadCatalogues } from './support/catalogues.ts';

/** Areas that stay English, because only developers and operators of servers see their texts. */
const ENGLISH_AREAS = ['core.faults', 'desktop', 'developer'];

const ROOT = new URL('../../', import.meta.url);
interface ManifestTexts {
  readonly titles: Readonly<Record<string, string>>;
  readonly searchWords?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
interface Titled {
  readonly id: string;
  readonly title: string;
  readonly searchWords?: string;
}

/** Returns all contributions with a title, by id. */
function titledOf(contributes: Readonly<Record<string, unknown>>): readonly Titled[] {
  return Object.values(contributes)
    .filter(Array.isArray)
    .flat()
    .filter((entry: Partial<Titled>): entry is Titled => typeof entry.title === 'string')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns `setting.title` and `setting.description` of all settings that have these texts. */
function settingTexts(settings: ManifestTexts['settings'] = {}): readonly string[] {
  return Object.entries(settings).flatMap(([name, schema]) =>
    ['title', 'description'].filter((key) => key in schema).map((key) => `${name}.${key}`),
  );
}

/** Returns the paths of English entries without a German text. */
function missingEntries(english: TextTree, german: TextTree, path: string): readonly string[] {
  return Object.entries(english).flatMap(([key, entry]) => {
    const translated = german[key];
    if (translated === undefined) return [`${path}.${key}`];
    if (typeof entry !== 'object' || typeof translated !== 'object') return [];
    return missingEntries(entry, translated, `${path}.${key}`);
  });
}

describe('the German texts of an extension', () => {
  it.each(entriesOf('extensions'))(
    'include each title and setting of the manifest of %s',
    async (folder) => {
      const manifest = manifestSchema.parse(
        JSON.parse(readFileSync(new URL(`${folder}/manifest.json`, ROOT), 'utf8')),
      );
      const german = (await load(`${folder}/texts/de/manifest-texts.ts`)).manifest as ManifestTexts;
      const titled = titledOf(manifest.contributes);
      const { settings } = manifest.contributes;
      const english = settings as { properties?: ManifestTexts['settings'] } | undefined;
      expect(Object.keys(german.titles).sort()).toEqual(titled.map(({ id }) => id));
      expect(Object.keys(german.searchWords ?? {}).sort()).toEqual(
        titled.filter(({ searchWords }) => searchWords !== undefined).map(({ id }) => id),
      );
      expect(settingTexts(german.settings)).toEqual(settingTexts(english?.properties));
    },
  );
});

describe('the German texts', () => {
  it('include every entry of every area, except those for developers', async () => {
    const { english, german } = await loadCatalogues();
    expect(english.length).toBeGreaterThan(40);
    const missing = english.filter(([area]) => german[area] === undefined).map(([area]) => area);
    expect(missing.toSorted()).toEqual(ENGLISH_AREAS);
    expect(
      english.flatMap(([area, texts]) => missingEntries(texts, german[area] ?? texts, area)),
    ).toEqual([]);
  });

  it('include a label for each item of the built-in lists', () => {
    const germanItems = Object.entries(lists).map(([area, { items }]) => [
      area,
      Object.keys(items),
    ]);
    const english = builtInLists.map(({ listId, items }) => [
      `list.${listId}`,
      items.map(({ id }) => id),
    ]);
    expect(Object.fromEntries(germanItems)).toEqual(Object.fromEntries(english));
  });

  it('translate only Problems and phases that a program reports', () => {
    const sources = ['platform/dicom', 'platform/volume', 'platform/server', 'extensions/scanner']
      .concat('extensions/ai-findings')
      .flatMap((folder) =>
        readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts') && !/[.]test[.]ts$|texts[/]/.test(file))
          .map((file) => readFileSync(new URL(`${folder}/${file}`, ROOT), 'utf8')),
      )
      .join('\n');
    const { jobPhases: aiPhases, jobProblems: aiProblems } = aiJobs;
    const areas = [serverProblems, jobProblems, jobPhases, aiProblems, aiPhases];
    const names = areas.flatMap((texts) => Object.keys(texts));
    expect(names.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
    // A message of the same code would hide the texts of the Problem.
    expect(names.filter((name) => name in serverMessages)).toEqual([]);
  });
});
