import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExtensionManifest, type ModeDefinition, manifestSchema } from '#contracts';
import { parseModes } from '#core';
import * as modes from '#modes';
import type { Application } from '../../platform/workstation/application/application.ts';
import { appActions } from '../../platform/workstation/commands/app-actions.ts';
import { keyText } from '../../platform/workstation/keyboard/key-text.ts';
import { commandTexts } from '../../platform/workstation/texts/command-texts.ts';
import { modeTexts } from '../../platform/workstation/texts/mode-texts.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const KEY_SHEET_PATH = join(ROOT, 'docs/keys.md');

export interface KeySources {
  readonly modes: readonly ModeDefinition[];
  readonly manifests: readonly ExtensionManifest[];
}

/** A row: an action with all its shortcuts. */
interface KeyRow {
  readonly section: string;
  /** Position within its section. */
  readonly rank: number;
  readonly title: string;
  readonly keys: readonly string[];
}

const INTRO = `# Keyboard shortcuts

The shortcuts of every mode, as the help (\`?\`) lists them. Written by \`npm run keys\` from the modes and the manifests of the extensions: do not edit it by hand. [reading.md](reading.md) explains what the shortcuts are for.

Shortcuts are shown for an English keyboard; on a Mac \`Ctrl\` is \`⌘\`. You can change every shortcut on the page **Preferences**, and switch off all single-character shortcuts there.
`;

/** Returns the modes and manifests of the repository. */
export function shippedKeySources(): KeySources {
  const folder = join(ROOT, 'extensions');
  const manifests = readdirSync(folder).map((name) =>
    manifestSchema.parse(JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8'))),
  );
  return { modes: parseModes(Object.values(modes)).modes, manifests };
}

/**
 * Returns the text of docs/keys.md.
 * @throws if a shortcut runs an undeclared command or a command without a section, has arguments
 * but no title, or uses a key of an action that works everywhere
 */
export function keySheet(sources: KeySources): string {
  const everywhereTable = table(commandTexts.groups.everywhere, 2, everywhereRows());
  const modeSections = sources.modes.map((mode) => {
    requireFreeKeys(mode);
    const rows = modeRows(mode, sources.manifests);
    const titles = [modeTexts.tools, ...mode.keySections.map(({ title }) => title)];
    const sections = titles
      .map((title) => ({ title, sectionRows: rowsOf(title, rows) }))
      .filter(({ sectionRows }) => sectionRows.length > 0)
      .map(({ title, sectionRows }) => table(title, 3, sectionRows));
    return [`## ${mode.title}\n`, ...sections].join('\n');
  });
  return [INTRO, everywhereTable, ...modeSections].join('\n');
}

const rowsOf = (section: string, rows: readonly KeyRow[]): readonly KeyRow[] =>
  rows.filter((row) => row.section === section).toSorted((a, b) => a.rank - b.rank);

function everywhereRows(): readonly KeyRow[] {
  // Has only what `appActions` reads to list the actions; running an action needs a real application.
  const application = {
    services: {
      session: { mayCall: () => true },
      preferences: { store: { getState: () => ({ values: new Map() }) } },
    },
  } as unknown as Application;
  return appActions(application).flatMap(({ title, defaultKey }) =>
    defaultKey === null ? [] : [{ section: '', rank: 0, title, keys: [defaultKey] }],
  );
}

function requireFreeKeys(mode: ModeDefinition): void {
  const everywhere = new Set(everywhereRows().flatMap(({ keys }) => keys));
  const taken = mode.keys.find(({ key }) => everywhere.has(key));
  if (taken) throw new Error(`${taken.key} of mode ${mode.id} already works everywhere.`);
}

function modeRows(
  mode: ModeDefinition,
  manifests: readonly ExtensionManifest[],
): readonly KeyRow[] {
  const rows = new Map<string, KeyRow>();
  for (const binding of mode.keys) {
    const row =
      'tool' in binding ? toolRow(binding, manifests) : commandRow(mode, binding, manifests);
    const earlierKeys = rows.get(row.title)?.keys ?? [];
    rows.set(row.title, { ...row, keys: [...earlierKeys, ...row.keys] });
  }
  return [...rows.values()];
}

function toolRow(
  { key, tool }: { readonly key: string; readonly tool: string },
  manifests: readonly ExtensionManifest[],
): KeyRow {
  const tools = manifests.flatMap(({ contributes }) => contributes.tools);
  return { section: modeTexts.tools, rank: 0, title: titleOf(tools, tool), keys: [key] };
}

type CommandKey = Extract<ModeDefinition['keys'][number], { readonly command: string }>;

function commandRow(
  mode: ModeDefinition,
  binding: CommandKey,
  manifests: readonly ExtensionManifest[],
): KeyRow {
  const { key, command, args, title } = binding;
  const section = mode.keySections.find(({ commands }) => commands.includes(command));
  if (section === undefined) throw new Error(`Mode ${mode.id} has no section for '${command}'`);
  const declaredTitle = titleOf(
    manifests.flatMap(({ contributes }) => contributes.commands),
    command,
  );
  if (args !== undefined && title === undefined) throw new Error(`'${key}' has no title`);
  return {
    section: section.title,
    rank: section.commands.indexOf(command),
    title: title ?? declaredTitle,
    keys: [key],
  };
}

function titleOf(
  declared: readonly { readonly id: string; readonly title: string }[],
  id: string,
): string {
  const found = declared.find((declaration) => declaration.id === id);
  if (found === undefined) throw new Error(`No manifest declares '${id}'`);
  return found.title;
}

function table(title: string, level: number, rows: readonly KeyRow[]): string {
  const lines = rows.map((row) => `| ${row.keys.map(keyCell).join(', ')} | ${row.title} |`);
  return [
    `${'#'.repeat(level)} ${title}\n`,
    '| Key | What it does |',
    '|---|---|',
    ...lines,
    '',
  ].join('\n');
}

/** Formats a key combination. `$mod` becomes Ctrl on every machine, so that the page is stable. */
const keyCell = (key: string): string => `\`${keyText(key.replace('$mod', 'Control'))}\``;
