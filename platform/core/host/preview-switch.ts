import { CONTRIBUTION_POINTS } from '#contracts';
import { createRegistries } from '../registries/registries.ts';
import { modeReferences } from './mode-references.ts';
import { modeStatus } from './modes.ts';
import { type HostData, prepare, prepareModes } from './prepare-host.ts';
import type {
  ContributionChange,
  ExtensionChange,
  ModeChange,
  SwitchChange,
  SwitchEffect,
} from './switch-effect.ts';

/**
 * Plans the host with and without `change`, both with `pending`, and compares the results. Loads no
 * code.
 */
export function previewSwitch(
  data: HostData,
  change: SwitchChange,
  pending: readonly SwitchChange[] = [],
): SwitchEffect {
  const dataBefore = pending.reduce(applySwitch, data);
  const before = outcomeOf(dataBefore);
  const after = outcomeOf(applySwitch(dataBefore, change));
  const removedContributions = [...before.contributions.values()].filter(
    (contribution) => !after.contributions.has(contribution.id),
  );
  const removedIds = new Set(removedContributions.map(({ id }) => id));
  return {
    starts: difference(after.extensions, before.extensions),
    stops: difference(before.extensions, after.extensions).map((extension) => ({
      ...extension,
      reason: after.reasons.get(extension.id) ?? null,
    })),
    added: difference(after.contributions, before.contributions),
    removed: removedContributions,
    modesAdded: difference(after.modes, before.modes),
    modesRemoved: difference(before.modes, after.modes).map((mode) => ({
      ...mode,
      reason: after.reasons.get(mode.id) ?? null,
    })),
    modesLimited: [...after.modes.values()].filter((mode) =>
      (after.missing.get(mode.id) ?? []).some((id) => removedIds.has(id)),
    ),
  };
}

function applySwitch(data: HostData, { kind, name, enabled }: SwitchChange): HostData {
  const { config } = data;
  if (kind === 'mode') {
    return { ...data, config: { ...config, modes: { ...config.modes, [name]: { enabled } } } };
  }
  const settings = config.extensions[name]?.settings ?? {};
  const extensions = { ...config.extensions, [name]: { enabled, settings } };
  return { ...data, config: { ...config, extensions } };
}

const difference = <Value>(
  items: ReadonlyMap<string, Value>,
  others: ReadonlyMap<string, Value>,
): readonly Value[] => [...items].flatMap(([id, value]) => (others.has(id) ? [] : [value]));

/** Returns what would run, by id; `missing` lists the absent contributions of each mode. */
function outcomeOf(data: HostData) {
  const ignoreProblem = (): void => undefined;
  const prepared = prepare(data, ignoreProblem);
  const { planned, startables } = prepared;
  const manifests = startables.map(({ source }) => source.manifest);
  const registries = createRegistries(manifests, planned.renamed);
  const { modes } = prepareModes(data, prepared, registries, ignoreProblem);
  const running = modes.filter(({ problem }) => problem === null);
  const reasons = new Map<string, string>();
  for (const { id, problem } of planned.rejected) reasons.set(id, problem.title);
  for (const { id, problem } of modes.map(modeStatus)) {
    if (problem !== null && problem.code !== 'MODE_OFF') {
      reasons.set(id, problem.detail);
    }
  }
  return {
    reasons,
    extensions: new Map(
      manifests.map(({ id, title }) => [id, { id, title, reason: null } satisfies ExtensionChange]),
    ),
    contributions: new Map(
      manifests.flatMap((manifest) =>
        CONTRIBUTION_POINTS.flatMap((point) =>
          manifest.contributes[point].map((contribution): [string, ContributionChange] => [
            contribution.id,
            {
              point,
              id: contribution.id,
              title: contribution.title,
              path: 'path' in contribution ? contribution.path : null,
            },
          ]),
        ),
      ),
    ),
    modes: new Map(
      running.map(({ mode: { id, title } }) => [
        id,
        { id, title, reason: null } satisfies ModeChange,
      ]),
    ),
    missing: new Map(
      running.map(({ mode }) => [
        mode.id,
        modeReferences(mode)
          .filter(({ point, id }) => !registries[point].findDeclared(id).ok)
          .map(({ id }) => id),
      ]),
    ),
  };
}
