import type { Addition, ModeDefinition } from '#contracts';
import type { Problem } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import { type KeyBinding, resolveKeys } from '../registries/keys.ts';
import type { Registries } from '../registries/registries.ts';
import { hostTexts } from '../texts/host-texts.ts';
import type { ModeReference } from './mode-references.ts';
import {
  declaredOf,
  isPermitted,
  layoutGap,
  type Placed,
  type PlacedItem,
  type Placement,
  type PlacingExtension,
  placedItem,
} from './placements.ts';

type Reference = Pick<ModeReference, 'point' | 'id' | 'area'>;

/**
 * Returns the modes with what extensions add to them and the site permits, in the order of the
 * extensions. Each id that does not resolve, each unknown mode and each used shortcut is left out
 * and reported with the extension.
 */
export function placeAdditions(
  modes: readonly ModeDefinition[],
  extensions: readonly PlacingExtension[],
  registries: Registries,
): Placed<readonly ModeDefinition[]> {
  const byId = new Map(modes.map((mode) => [mode.id, mode]));
  const placements: Placement[] = [];
  const problems: Problem[] = [];
  for (const extension of extensions) {
    for (const addition of extension.manifest.contributes.additions) {
      const mode = byId.get(addition.mode);
      if (mode === undefined) {
        problems.push(hostProblems.additionModeUnknown(extension.manifest.id, addition.mode));
        continue;
      }
      const added = addTo(mode, addition, extension, registries);
      placements.push(added.placement);
      problems.push(...added.problems);
      byId.set(mode.id, added.mode);
    }
  }
  return { value: [...byId.values()], placements, problems };
}

interface Added {
  readonly mode: ModeDefinition;
  readonly placement: Placement;
  readonly problems: readonly Problem[];
}

function addTo(
  mode: ModeDefinition,
  addition: Addition,
  { manifest, placement: permissions }: PlacingExtension,
  registries: Registries,
): Added {
  const refused = !isPermitted(permissions.additions, mode.id);
  const problems: Problem[] = [];
  const items: PlacedItem[] = [];
  const reachable = new Set([
    manifest.id,
    ...Object.keys(manifest.requires),
    ...mode.requires,
    ...mode.optional,
  ]);
  const resolve = (reference: Reference, key?: string): boolean => {
    const problem = unresolved(reference, mode, reachable, registries);
    if (problem === null) items.push(placedItem(registries, reference, key));
    else problems.push(hostProblems.additionUnresolved(manifest.id, mode.title, problem));
    return problem === null;
  };
  const accepted = acceptedParts(addition, resolve);
  const keys = freeKeys(mode, accepted.keys);
  for (const problem of keys.problems) problems.push({ ...problem, source: manifest.id });
  const isPlaced = ({ key }: PlacedItem): boolean => key === undefined || keys.free.has(key);
  const placement: Placement = {
    kind: 'addition',
    extension: manifest.id,
    mode: { id: mode.id, title: mode.title },
    path: null,
    items: items.filter(isPlaced),
    refused,
  };
  if (refused) return { mode, placement, problems: [] };
  const parts = { ...accepted, keys: accepted.keys.filter(({ key }) => keys.free.has(key)) };
  return { mode: merge(mode, parts, manifest.id), placement, problems };
}

/** Returns why an id can't be placed; null if an extension that the mode starts declares it. */
function unresolved(
  reference: Reference,
  mode: ModeDefinition,
  reachable: ReadonlySet<string>,
  registries: Registries,
): string | null {
  const declared = declaredOf(registries, reference);
  if (!declared.ok) return `${declared.problem.title}. ${declared.problem.detail}`;
  const { owner } = declared.value;
  if (!reachable.has(owner)) return hostTexts.reasons.ownerNotStarted(reference.id, owner);
  if (reference.point === 'hangingProtocols' && mode.layout.main.kind === 'panel') {
    return hostTexts.reasons.withoutViews(reference.id);
  }
  return reference.point === 'hangingProtocols' ? layoutGap(registries, reference.id) : null;
}

type Parts = Omit<Addition, 'mode'>;

/** Returns the parts whose ids resolve. */
function acceptedParts(
  addition: Addition,
  resolve: (reference: Reference, key?: string) => boolean,
): Parts {
  const { areas } = hostTexts;
  const panels = (ids: readonly string[], area: string): string[] =>
    ids.filter((id) => resolve({ point: 'panels', id, area }));
  const action = (
    item: Addition['toolbar'][number] | Addition['keys'][number],
    area: string,
  ): Reference =>
    'tool' in item
      ? { point: 'tools', id: item.tool, area }
      : { point: 'commands', id: item.command, area };
  return {
    right: panels(addition.right, areas.right),
    bar: panels(addition.bar, areas.bar),
    toolbar: addition.toolbar.filter((item) => resolve(action(item, areas.rail))),
    keys: addition.keys.filter((item) => resolve(action(item, areas.keys), item.key)),
    hangingProtocols: addition.hangingProtocols.filter((id) =>
      resolve({ point: 'hangingProtocols', id, area: areas.views }),
    ),
  };
}

/** Returns the shortcuts that are valid and that the mode does not use itself. */
function freeKeys(mode: ModeDefinition, keys: Addition['keys']) {
  const bindingOf = (item: Addition['keys'][number]): KeyBinding =>
    'tool' in item
      ? { key: item.key, kind: 'tool', id: item.tool, args: null }
      : { key: item.key, kind: 'command', id: item.command, args: item.args };
  const own = resolveKeys(mode.keys.map(bindingOf)).bindings;
  const { bindings, problems } = resolveKeys([...own, ...keys.map(bindingOf)]);
  const isOwn = new Set(own);
  const free = new Set(bindings.filter((binding) => !isOwn.has(binding)).map(({ key }) => key));
  return { free, problems };
}

/** Appends parts to the mode; tools follow the mode's tools, commands the mode's commands. */
function merge(mode: ModeDefinition, parts: Parts, extensionId: string): ModeDefinition {
  const { layout } = mode;
  const main =
    layout.main.kind === 'panel'
      ? layout.main
      : { ...layout.main, protocols: joined(layout.main.protocols, parts.hangingProtocols) };
  const startsWithMode = [...mode.requires, ...mode.optional].includes(extensionId);
  return {
    ...mode,
    optional: startsWithMode ? mode.optional : [...mode.optional, extensionId],
    layout: {
      main,
      right: joined(layout.right, parts.right),
      bar: joined(layout.bar, parts.bar),
    },
    toolbar: withEntries(mode.toolbar, parts.toolbar),
    keys: [...mode.keys, ...parts.keys],
  };
}

const joined = (ids: readonly string[], added: readonly string[]): string[] => [
  ...new Set([...ids, ...added]),
];

function withEntries(
  toolbar: ModeDefinition['toolbar'],
  added: Addition['toolbar'],
): ModeDefinition['toolbar'] {
  const tools = added.filter((item) => 'tool' in item);
  const commands = added.filter((item) => !('tool' in item));
  const afterTools = toolbar.findLastIndex((section) => section.some((item) => 'tool' in item)) + 1;
  return [
    ...toolbar.slice(0, afterTools),
    ...(tools.length === 0 ? [] : [tools]),
    ...toolbar.slice(afterTools),
    ...(commands.length === 0 ? [] : [commands]),
  ];
}
