import { createStore } from 'zustand/vanilla';
import {
  builtInLists,
  type HardCodedList,
  type NippleLocationAi,
  routes,
  translateList,
} from '#contracts';
import type { ApiClient, ReadonlyStore } from '#core';
import { type CountedPosition, geometryOfHeader } from '#findings';
import { token } from '#foundation';

/** AI proposal in voxels of the volume that the AI analysed. */
export type NippleProposal = NippleLocationAi & CountedPosition;

/** AI nipple proposals by scan; absent until loaded, null without a proposal. */
export type NippleProposals = Readonly<Record<string, NippleProposal | null>>;

export interface ScanLookup {
  /** Code lists; the built-in lists until those of the site are loaded. */
  readonly lists: ReadonlyStore<readonly HardCodedList[]>;
  readonly proposals: ReadonlyStore<NippleProposals>;
  readLists(): Promise<void>;
  /** Loads the latest AI proposal of a scan on every call. */
  readProposal(scanId: string): Promise<void>;
}

export const scanLookupToken = token<ScanLookup>('breast-planes.scan-look-up');

export function createScanLookup(api: ApiClient): ScanLookup {
  const proposals = createStore<NippleProposals>()(() => ({}));
  const lists = createStore<readonly HardCodedList[]>()(() => builtInLists.map(translateList));
  let listsRead = false;
  return {
    lists,
    proposals,
    async readLists() {
      if (listsRead) return;
      listsRead = true;
      const response = await api.call(routes.listLists, {});
      if (response.ok) lists.setState(response.value.items.map(translateList), true);
      else listsRead = false;
    },
    async readProposal(scanId) {
      const response = await api.call(routes.listScanFiles, {
        params: { scanId },
        query: { fileCategory: 'VOLUME3D' },
      });
      // No proposal without the files; the volume view reports its own error.
      if (!response.ok) return;
      const proposed = response.value.items.flatMap(({ nippleLocationAi, header }) =>
        nippleLocationAi === null ? [] : { ...nippleLocationAi, grid: geometryOfHeader(header) },
      );
      const latest = [...proposed].sort((a, b) => (a.setAt < b.setAt ? 1 : -1))[0] ?? null;
      proposals.setState({ [scanId]: latest });
    },
  };
}
