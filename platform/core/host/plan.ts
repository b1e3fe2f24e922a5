import satisfies from 'semver/functions/satisfies.js';
import { CONTRIBUTION_POINTS, type ExtensionManifest } from '#contracts';
import type { Problem } from '#foundation';
import { hostTexts } from '../texts/host-texts.ts';
import { hostProblems as say } from './host-problems.ts';

export type ExtensionOrigin = 'built-in' | 'third-party';

export interface PlanEntry {
  readonly manifest: ExtensionManifest;
  readonly origin: ExtensionOrigin;
  /** Why it can't start whatever the plan says, e.g. settings that are not valid. */
  readonly problem?: Problem | null;
}

export interface PlanInput {
  /** Built-in ones first: the first of two with one id wins. */
  readonly entries: readonly PlanEntry[];
  /** What the site says; an extension that is not named is enabled. */
  readonly switches: Readonly<Record<string, { readonly enabled: boolean }>>;
  readonly hostVersion: string;
  /** Built-in extensions only. */
  readonly safe: boolean;
}

export interface RefusedExtension {
  readonly id: string;
  readonly problem: Problem;
}

export interface Plan {
  /** May start; each stands after what it requires. */
  readonly start: readonly string[];
  /** Switched off by the site, or third-party in a safe start. */
  readonly off: readonly string[];
  readonly refused: readonly RefusedExtension[];
  /** Worth knowing, though nothing was refused for it. */
  readonly notes: readonly Problem[];
  /** Old contribution ids of the extensions that start, and what they are called now. */
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * Decides from data alone which extensions may start and in what order. Pure and total: the same
 * input gives the same plan, and whatever is wrong becomes a Problem that names the extension.
 */
export function plan(input: PlanInput): Plan {
  const refused: RefusedExtension[] = [];
  const notes: Problem[] = [];
  const known = new Map<string, PlanEntry>();
  for (const entry of input.entries) {
    const { id } = entry.manifest;
    if (known.has(id)) refused.push({ id, problem: say.duplicateExtension(id) });
    else known.set(id, entry);
  }
  for (const id of Object.keys(input.switches)) {
    if (!known.has(id)) notes.push(say.unknownSwitch(id));
  }
  const off = new Set<string>();
  const alive = new Map<string, ExtensionManifest>();
  for (const [id, { manifest, origin }] of known) {
    const isOff = input.switches[id]?.enabled === false || (input.safe && origin === 'third-party');
    if (isOff) off.add(id);
    else alive.set(id, manifest);
  }
  const refuse = (id: string, problem: Problem): void => {
    alive.delete(id);
    refused.push({ id, problem });
  };
  for (const [id, { problem }] of known) if (problem && alive.has(id)) refuse(id, problem);
  refuseByThemselves(alive, input.hostVersion, refuse);
  refuseCycles(alive, refuse);
  refuseByNeeds(alive, known, off, refuse);
  noteOptional(alive, notes);
  return {
    start: order(alive),
    off: [...off],
    refused,
    notes,
    renamed: collectRenamed(alive, notes),
  };
}

type Alive = Map<string, ExtensionManifest>;
type Refuse = (id: string, problem: Problem) => void;

/** Ids of all contributions of a manifest, routes' paths included (`route:/path`). */
function contributionIds(manifest: ExtensionManifest): readonly string[] {
  const { contributes } = manifest;
  const ids = CONTRIBUTION_POINTS.flatMap((point) => contributes[point].map((one) => one.id));
  return [...ids, ...contributes.routes.map((route) => `route:${route.path}`)];
}

function refuseByThemselves(alive: Alive, hostVersion: string, refuse: Refuse): void {
  const owners = new Map<string, string>();
  for (const [id, manifest] of [...alive]) {
    const ids = contributionIds(manifest);
    const foreign = ids.find((one) => !one.startsWith(`${id}.`) && !one.startsWith('route:'));
    const twice = ids.find((one, index) => owners.has(one) || ids.indexOf(one) !== index);
    if (!satisfies(hostVersion, manifest.host)) {
      refuse(id, say.hostRange(id, manifest.host, hostVersion));
    } else if (foreign !== undefined) {
      refuse(id, say.foreignId(id, foreign));
    } else if (twice !== undefined) {
      refuse(id, say.duplicateContribution(id, twice, owners.get(twice) ?? id));
    } else {
      for (const one of ids) owners.set(one, id);
    }
  }
}

function refuseCycles(alive: Alive, refuse: Refuse): void {
  const cycles = [...alive.keys()].map((id) => [id, cycleThrough(id, alive)] as const);
  for (const [id, path] of cycles) {
    if (path !== null) refuse(id, say.cycle(id, path));
  }
}

/** The way from `id` back to itself along `requires`, or null. */
function cycleThrough(id: string, alive: Alive): readonly string[] | null {
  const seen = new Set<string>();
  const walk = (at: string, path: readonly string[]): readonly string[] | null => {
    for (const next of Object.keys(alive.get(at)?.requires ?? {})) {
      if (next === id) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...path, next]);
      if (found !== null) return found;
    }
    return null;
  };
  return walk(id, [id]);
}

function refuseByNeeds(
  alive: Alive,
  known: ReadonlyMap<string, PlanEntry>,
  off: ReadonlySet<string>,
  refuse: Refuse,
): void {
  const lacking = (id: string, needed: string, range: string): Problem | null => {
    const other = alive.get(needed);
    if (other !== undefined) {
      if (satisfies(other.version, range)) return null;
      return say.requiredRange(id, needed, range, other.version);
    }
    if (!known.has(needed)) return say.requiredMissing(id, needed);
    return off.has(needed) ? say.requiredOff(id, needed) : say.requiredRefused(id, needed);
  };
  // A refusal can take the ground from another extension, so this runs until nothing changes.
  for (let before = -1; before !== alive.size; ) {
    before = alive.size;
    for (const [id, manifest] of [...alive]) {
      const problem = Object.entries(manifest.requires)
        .map(([needed, range]) => lacking(id, needed, range))
        .find((one) => one !== null);
      if (problem) refuse(id, problem);
    }
  }
}

function noteOptional(alive: Alive, notes: Problem[]): void {
  for (const [id, manifest] of alive) {
    for (const [other, range] of Object.entries(manifest.optional)) {
      const version = alive.get(other)?.version;
      if (version !== undefined && !satisfies(version, range)) {
        notes.push(say.optionalRange(id, other, range, version));
      }
    }
  }
}

/** Required ones first, optional ones first where that makes no circle; otherwise as given. */
function order(alive: Alive): readonly string[] {
  const placed = new Set<string>();
  const waiting = new Set(alive.keys());
  const ready = (id: string, kinds: readonly ('requires' | 'optional')[]): boolean =>
    kinds
      .flatMap((kind) => Object.keys(alive.get(id)?.[kind] ?? {}))
      .every((other) => placed.has(other) || !alive.has(other));
  while (waiting.size > 0) {
    const next =
      [...waiting].find((id) => ready(id, ['requires', 'optional'])) ??
      [...waiting].find((id) => ready(id, ['requires']));
    if (next === undefined) break;
    waiting.delete(next);
    placed.add(next);
  }
  return [...placed];
}

function collectRenamed(alive: Alive, notes: Problem[]): ReadonlyMap<string, string> {
  const declared = new Set([...alive.values()].flatMap(contributionIds));
  const renamed = new Map<string, string>();
  for (const [id, manifest] of alive) {
    for (const [old, now] of Object.entries(manifest.renamed)) {
      if (declared.has(old))
        notes.push(say.renamedConflict(id, old, hostTexts.reasons.oldIdExists(old)));
      else if (!declared.has(now))
        notes.push(say.renamedConflict(id, old, hostTexts.reasons.noSuchId(now)));
      else if (renamed.has(old))
        notes.push(say.renamedConflict(id, old, hostTexts.reasons.renamedTwice));
      else renamed.set(old, now);
    }
  }
  return renamed;
}
