import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExtensionManifest, type ModeDefinition, manifestSchema } from '#contracts';
import { parseModes } from '#core';
import * as modes from '#modes';
import { layoutTabs } from '../../extensions/breast-planes/model/views/layout-tabs.ts';
import type { Application } from '../../platform/workstation/application/application.ts';
import { appActions } from '../../platform/workstation/commands/app-actions.ts';
import { keyText } from '../../platform/workstation/keyboard/key-text.ts';
import { commandTexts } from '../../platform/workstation/texts/command-texts.ts';
import { argumentsText, KEY_SECTIONS, TOOLS_TITLE } from './key-sections.ts';

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

const INTRO = `# Keys

The keys of every mode, as the help (\`?\`) lists them. Written by \`npm run keys\` from the modes and the manifests of the extensions: do not edit it by hand. [reading.md](reading.md) explains what the keys are for.

Keys are shown for an English keyboard; on a Mac \`Ctrl\` is \`⌘\`. You can change every key on the page **Preferences**, and switch off all single-character keys there.
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
 * @throws if a shortcut runs an undeclared command or a command without a section
 */
export function keySheet(sources: KeySources): string {
  const everywhere = table(commandTexts.groups.everywhere, 2, everywhereRows());
  const ofModes = sources.modes.map((mode) => {
    const rows = modeRows(mode, sources.manifests);
    const titles = [TOOLS_TITLE, ...KEY_SECTIONS.map(({ title }) => title)];
    const sections = titles
      .map((title) => ({ title, own: rowsOf(title, rows) }))
      .filter(({ own }) => own.length > 0)
      .map(({ title, own }) => table(title, 3, own));
    return [`## ${mode.title}\n`, ...sections].join('\n');
  });
  return [INTRO, everywhere, ...ofModes].join('\n');
}

const rowsOf = (section: string, rows: readonly KeyRow[]): readonly KeyRow[] =>
  rows.filter((row) => row.section === section).toSorted((a, b) => a.rank - b.rank);

function everywhereRows(): readonly KeyRow[] {
  // Stand-in read while actions are listed; running an action requires the real application.
  const application = {
    services: {
      session: { can: () => true },
      preferences: { store: { getState: () => ({ values: new Map() }) } },
    },
  } as unknown as Application;
  return appActions(application).flatMap(({ title, defaultKey }) =>
    defaultKey === null ? [] : [{ section: '', rank: 0, title, keys: [defaultKey] }],
  );
}

function modeRows(
  mode: ModeDefinition,
  manifests: readonly ExtensionManifest[],
): readonly KeyRow[] {
  const rows = new Map<string, KeyRow>();
  for (const binding of mode.keys) {
    const row =
      'tool' in binding ? toolRow(binding, manifests) : commandRow(binding, mode, manifests);
    if (row === null) continue;
    const before = rows.get(row.title)?.keys ?? [];
    rows.set(row.title, { ...row, keys: [...before, ...row.keys] });
  }
  return [...rows.values()];
}

function toolRow(
  { key, tool }: { readonly key: string; readonly tool: string },
  manifests: readonly ExtensionManifest[],
): KeyRow {
  const tools = manifests.flatMap(({ contributes }) => contributes.tools);
  return { section: TOOLS_TITLE, rank: 0, title: titleOf(tools, tool), keys: [key] };
}

/** Returns null for the number of a layout that the mode does not have. */
function commandRow(
  binding: { readonly key: string; readonly command: string; readonly args?: unknown },
  mode: ModeDefinition,
  manifests: readonly ExtensionManifest[],
): KeyRow | null {
  const { key, command, args } = binding;
  const name = command.slice(command.indexOf('.') + 1);
  const found = KEY_SECTIONS.find(({ commands }) => commands.includes(name));
  if (found === undefined) throw new Error(`tests/pictures/key-sections.ts misses '${name}'`);
  const commands = manifests.flatMap(({ contributes }) => contributes.commands);
  const title = titleOf(commands, command);
  const row = { section: found.title, rank: found.commands.indexOf(name), keys: [key] };
  if (name !== 'layout') return { ...row, title: `${title}${argumentsText(args)}` };
  const layout = layoutTitle(args as LayoutArguments, mode, manifests);
  return layout === null ? null : { ...row, title: `${title}: ${layout}` };
}

interface LayoutArguments {
  readonly nth?: number;
  readonly id?: string;
}

/**
 * Numbers the layouts like the tabs: layouts with equal titles count once, layouts without a tab
 * come last.
 */
function layoutTitle(
  { nth, id }: LayoutArguments,
  { layout: { main } }: ModeDefinition,
  manifests: readonly ExtensionManifest[],
): string | null {
  const declared = manifests.flatMap(({ contributes }) => contributes.hangingProtocols);
  if (id !== undefined) return titleOf(declared, id);
  const ids = main.kind === 'viewports' ? main.protocols : [];
  const choices = ids.flatMap((one) => {
    const found = declared.find((protocol) => protocol.id === one);
    return found === undefined ? [] : [{ ...found, unavailableReason: null }];
  });
  return layoutTabs(choices, null)[(nth ?? 0) - 1]?.title ?? null;
}

function titleOf(
  declared: readonly { readonly id: string; readonly title: string }[],
  id: string,
): string {
  const found = declared.find((one) => one.id === id);
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

/**
 * Formats a key combination. `$mod` becomes Ctrl on every machine, so that the page is always the
 * same. Keeps the Shift of a letter, which the general key text omits for symbols.
 */
function keyCell(key: string): string {
  const portable = key.replace('$mod', 'Control').replace(/\+([A-Z])$/, '+Key$1');
  return `\`${keyText(portable)}\``;
}
