import satisfies from 'semver/functions/satisfies.js';
import { CONTRIBUTION_POINTS, type ExtensionManifest } from '#contracts';
import type { Problem } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import { hostTexts } from '../texts/host-texts.ts';

export type ExtensionOrigin = 'built-in' | 'third-party';

export interface PlanEntry {
  readonly manifest: ExtensionManifest;
  readonly origin: ExtensionOrigin;
  /** Reason to reject the extension regardless of other extensions, e.g. invalid settings. */
  readonly problem?: Problem | null;
}

export interface PlanInput {
  /** Built-in extensions first; the first entry of an id wins. */
  readonly entries: readonly PlanEntry[];
  /** Switches of the site; enabled by default. */
  readonly switches: Readonly<Record<string, { readonly enabled: boolean }>>;
  readonly hostVersion: string;
  /** True starts built-in extensions only. */
  readonly safe: boolean;
}

export interface RejectedExtension {
  readonly id: string;
  readonly problem: Problem;
}

export interface Plan {
  /** Extensions that may start, each after its requirements. */
  readonly start: readonly string[];
  /** Switched off by the site, or third-party in a safe start. */
  readonly off: readonly string[];
  readonly rejected: readonly RejectedExtension[];
  /** Problems that do not reject an extension. */
  readonly notes: readonly Problem[];
  /** Old contribution ids of the starting extensions, mapped to the current ids. */
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * Decides from data alone which extensions may start and in what order. Pure and total; every error
 * becomes a Problem that names the extension.
 */
export function plan(input: PlanInput): Plan {
  const rejected: RejectedExtension[] = [];
  const notes: Problem[] = [];
  const known = new Map<string, PlanEntry>();
  for (const entry of input.entries) {
    const { id } = entry.manifest;
    if (known.has(id)) rejected.push({ id, problem: hostProblems.duplicateExtension(id) });
    else known.set(id, entry);
  }
  for (const id of Object.keys(input.switches)) {
    if (!known.has(id)) notes.push(hostProblems.unknownSwitch(id));
  }
  const off = new Set<string>();
  const candidates = new Map<string, ExtensionManifest>();
  for (const [id, { manifest, origin }] of known) {
    const isOff = input.switches[id]?.enabled === false || (input.safe && origin === 'third-party');
    if (isOff) off.add(id);
    else candidates.set(id, manifest);
  }
  const reject = (id: string, problem: Problem): void => {
    candidates.delete(id);
    rejected.push({ id, problem });
  };
  for (const [id, { problem }] of known) {
    if (problem && candidates.has(id)) reject(id, problem);
  }
  rejectInvalid(candidates, input.hostVersion, reject);
  rejectCycles(candidates, reject);
  rejectUnmetRequirements(candidates, known, off, reject);
  noteOptionalMismatches(candidates, notes);
  return {
    start: startOrder(candidates),
    off: [...off],
    rejected,
    notes,
    renamed: collectRenamed(candidates, notes),
  };
}

type Candidates = Map<string, ExtensionManifest>;
type Reject = (id: string, problem: Problem) => void;

/** Returns the ids of all contributions, and route paths as `route:/path`. */
function contributionIds(manifest: ExtensionManifest): readonly string[] {
  const { contributes } = manifest;
  const ids = CONTRIBUTION_POINTS.flatMap((point) =>
    contributes[point].map((contribution) => contribution.id),
  );
  const modeIds = contributes.modes.map((mode) => mode.id);
  return [...ids, ...modeIds, ...contributes.routes.map((route) => `route:${route.path}`)];
}

function rejectInvalid(candidates: Candidates, hostVersion: string, reject: Reject): void {
  const owners = new Map<string, string>();
  for (const [id, manifest] of [...candidates]) {
    const ids = contributionIds(manifest);
    const foreign = ids.find(
      (contributionId) =>
        !contributionId.startsWith(`${id}.`) && !contributionId.startsWith('route:'),
    );
    const duplicate = ids.find(
      (contributionId, index) =>
        owners.has(contributionId) || ids.indexOf(contributionId) !== index,
    );
    if (!satisfies(hostVersion, manifest.host)) {
      reject(id, hostProblems.hostRange(id, manifest.host, hostVersion));
    } else if (foreign !== undefined) {
      reject(id, hostProblems.foreignId(id, foreign));
    } else if (duplicate !== undefined) {
      reject(id, hostProblems.duplicateContribution(id, duplicate, owners.get(duplicate) ?? id));
    } else {
      for (const contributionId of ids) owners.set(contributionId, id);
    }
  }
}

function rejectCycles(candidates: Candidates, reject: Reject): void {
  const cycles = [...candidates.keys()].map((id) => [id, cycleThrough(id, candidates)] as const);
  for (const [id, path] of cycles) {
    if (path !== null) reject(id, hostProblems.cycle(id, path));
  }
}

/** Returns the path from `id` back to itself along `requires`, or null. */
function cycleThrough(id: string, candidates: Candidates): readonly string[] | null {
  const visited = new Set<string>();
  const walk = (currentId: string, path: readonly string[]): readonly string[] | null => {
    for (const next of Object.keys(candidates.get(currentId)?.requires ?? {})) {
      if (next === id) return [...path, next];
      if (visited.has(next)) continue;
      visited.add(next);
      const cycle = walk(next, [...path, next]);
      if (cycle !== null) return cycle;
    }
    return null;
  };
  return walk(id, [id]);
}

function rejectUnmetRequirements(
  candidates: Candidates,
  known: ReadonlyMap<string, PlanEntry>,
  off: ReadonlySet<string>,
  reject: Reject,
): void {
  const unmetRequirement = (id: string, needed: string, range: string): Problem | null => {
    const required = candidates.get(needed);
    if (required !== undefined) {
      if (satisfies(required.version, range)) return null;
      return hostProblems.requiredRange(id, needed, range, required.version);
    }
    if (!known.has(needed)) return hostProblems.requiredMissing(id, needed);
    return off.has(needed)
      ? hostProblems.requiredOff(id, needed)
      : hostProblems.requiredRejected(id, needed);
  };
  // Repeats until stable, because rejecting an extension also rejects its dependents.
  let sizeBefore: number;
  do {
    sizeBefore = candidates.size;
    for (const [id, manifest] of [...candidates]) {
      const problem = Object.entries(manifest.requires)
        .map(([needed, range]) => unmetRequirement(id, needed, range))
        .find((unmet) => unmet !== null);
      if (problem) reject(id, problem);
    }
  } while (candidates.size !== sizeBefore);
}

function noteOptionalMismatches(candidates: Candidates, notes: Problem[]): void {
  for (const [id, manifest] of candidates) {
    for (const [other, range] of Object.entries(manifest.optional)) {
      const version = candidates.get(other)?.version;
      if (version !== undefined && !satisfies(version, range)) {
        notes.push(hostProblems.optionalRange(id, other, range, version));
      }
    }
  }
}

/**
 * Orders each extension after its required extensions, and after its optional extensions where that
 * creates no cycle; otherwise keeps the input order.
 */
function startOrder(candidates: Candidates): readonly string[] {
  const ordered = new Set<string>();
  const remaining = new Set(candidates.keys());
  const ready = (id: string, kinds: readonly ('requires' | 'optional')[]): boolean =>
    kinds
      .flatMap((kind) => Object.keys(candidates.get(id)?.[kind] ?? {}))
      .every((other) => ordered.has(other) || !candidates.has(other));
  while (remaining.size > 0) {
    const next =
      [...remaining].find((id) => ready(id, ['requires', 'optional'])) ??
      [...remaining].find((id) => ready(id, ['requires']));
    if (next === undefined) break;
    remaining.delete(next);
    ordered.add(next);
  }
  return [...ordered];
}

function collectRenamed(candidates: Candidates, notes: Problem[]): ReadonlyMap<string, string> {
  const declared = new Set([...candidates.values()].flatMap(contributionIds));
  const renamed = new Map<string, string>();
  for (const [id, manifest] of candidates) {
    for (const [oldId, newId] of Object.entries(manifest.renamed)) {
      const conflict = (reason: string): void => {
        notes.push(hostProblems.renamedConflict(id, oldId, reason));
      };
      if (declared.has(oldId)) conflict(hostTexts.reasons.oldIdExists(oldId));
      else if (!declared.has(newId)) conflict(hostTexts.reasons.noSuchId(newId));
      else if (renamed.has(oldId)) conflict(hostTexts.reasons.renamedTwice);
      else renamed.set(oldId, newId);
    }
  }
  return renamed;
}
