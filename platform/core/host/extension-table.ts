import { createStore } from 'zustand/vanilla';
import type { PublicConfig } from '#contracts';
import type { Problem, Result } from '#foundation';
import type { ReadonlyStore } from '../services/store.ts';
import type { ExtensionSource } from './extension-source.ts';
import type { ExtensionState, ExtensionStatus } from './host-status.ts';
import type { Plan } from './plan.ts';
import { effectiveSettings, type Settings } from './settings.ts';

/** Status of every extension of a host. */
export interface ExtensionTable {
  readonly store: ReadonlyStore<readonly ExtensionStatus[]>;
  set(id: string, state: ExtensionState, problem?: Problem): void;
}

/** Creates the table from the plan; `settings[i]` belongs to `sources[i]`. */
export function createExtensionTable(
  sources: readonly ExtensionSource[],
  settings: readonly Result<Settings>[],
  plan: Plan,
  site: { readonly switches: PublicConfig['extensions']; readonly safe: boolean },
): ExtensionTable {
  const rows = sources.map((source, index): ExtensionStatus => {
    const { id, title, description, version } = source.manifest;
    const isThirdParty = source.origin === 'third-party';
    const resolved = settings[index];
    const isFirst = sources.findIndex((other) => other.manifest.id === id) === index;
    const rejection = plan.rejected.find((extension) => extension.id === id)?.problem ?? null;
    const state = isFirst ? stateIn(plan, id) : 'refused';
    return {
      id,
      title,
      description,
      version,
      origin: source.origin,
      state,
      decidedBy: decidedBy(isThirdParty, site.switches[id], site.safe),
      problem: state === 'refused' ? rejection : null,
      settings: resolved?.ok
        ? effectiveSettings(resolved.value, source.settings, source.manifest.contributes.settings)
        : [],
    };
  });
  const store = createStore<readonly ExtensionStatus[]>(() => rows);
  return {
    store,
    set(id, state, problem) {
      const current = store.getState();
      // Updates the first row of the id, because later duplicates never run.
      const index = current.findIndex((row) => row.id === id);
      const row = current[index];
      if (row === undefined) return;
      store.setState(current.with(index, { ...row, state, problem: problem ?? null }), true);
    },
  };
}

/** A third-party extension runs by the site's decision, even without a switch. */
function decidedBy(
  isThirdParty: boolean,
  siteSwitch: PublicConfig['extensions'][string] | undefined,
  isSafeStart: boolean,
): ExtensionStatus['decidedBy'] {
  if (isSafeStart && isThirdParty) return 'safe-start';
  if (siteSwitch?.decidedBy !== undefined) return siteSwitch.decidedBy;
  return isThirdParty || siteSwitch !== undefined ? 'site' : 'default';
}

function stateIn(plan: Plan, id: string): ExtensionState {
  if (plan.off.includes(id)) return 'off';
  return plan.start.includes(id) ? 'ready' : 'refused';
}
