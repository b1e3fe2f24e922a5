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

/** Creates the table from the plan; `settings` is parallel to `sources`. */
export function createExtensionTable(
  sources: readonly ExtensionSource[],
  settings: readonly Result<Settings>[],
  plan: Plan,
  site: { readonly switches: PublicConfig['extensions']; readonly safe: boolean },
): ExtensionTable {
  const rows = sources.map((source, index): ExtensionStatus => {
    const { id, title, description, version } = source.manifest;
    const isThirdParty = source.origin === 'third-party';
    const decided = isThirdParty || site.switches[id] !== undefined;
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
      decidedBy:
        site.safe && isThirdParty
          ? 'safe-start'
          : decided
            ? (site.switches[id]?.decidedBy ?? 'site')
            : 'default',
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
      const before = store.getState();
      // Updates the first row of the id, because later duplicates never run.
      const at = before.findIndex((row) => row.id === id);
      const row = before[at];
      if (row === undefined) return;
      store.setState(before.with(at, { ...row, state, problem: problem ?? null }), true);
    },
  };
}

function stateIn(plan: Plan, id: string): ExtensionState {
  if (plan.off.includes(id)) return 'off';
  return plan.start.includes(id) ? 'ready' : 'refused';
}
