import { createStore } from 'zustand/vanilla';
import { builtInLists, type HardCodedList, type NippleLocationAi, routes } from '#contracts';
import type { ApiClient, ReadonlyStore } from '#core';
import { type CountedPosition, geometryOfHeader } from '#findings';
import { token } from '#foundation';

/** What the AI proposes counts the voxels of the volume that it looked at. */
export type NippleProposal = NippleLocationAi & CountedPosition;

/** Where the AI sees the nipple, by scan; absent until it is known, null where it proposes none. */
export type NippleProposals = Readonly<Record<string, NippleProposal | null>>;

export interface ScanLookup {
  /** Lists of codes; the site's own as soon as they are read. */
  readonly lists: ReadonlyStore<readonly HardCodedList[]>;
  readonly proposals: ReadonlyStore<NippleProposals>;
  readLists(): Promise<void>;
  /** Reads what the AI proposes, once for each scan unless it is asked for anew. */
  readProposal(scanId: string): Promise<void>;
}

export const scanLookupToken = token<ScanLookup>('breast-planes.scan-look-up');

export function createScanLookup(api: ApiClient): ScanLookup {
  const proposals = createStore<NippleProposals>()(() => ({}));
  const lists = createStore<readonly HardCodedList[]>()(() => builtInLists);
  let listsRead = false;
  return {
    lists,
    proposals,
    async readLists() {
      if (listsRead) return;
      listsRead = true;
      const response = await api.call(routes.listLists, {});
      if (response.ok) lists.setState(response.value.items, true);
      else listsRead = false;
    },
    async readProposal(scanId) {
      const response = await api.call(routes.listScanFiles, {
        params: { scanId },
        query: { fileCategory: 'VOLUME3D' },
      });
      // Without the files nothing is proposed; the volume says by itself that it can't be read.
      if (!response.ok) return;
      const proposed = response.value.items.flatMap(({ nippleLocationAi, header }) =>
        nippleLocationAi === null ? [] : { ...nippleLocationAi, grid: geometryOfHeader(header) },
      );
      const latest = [...proposed].sort((a, b) => (a.setAt < b.setAt ? 1 : -1))[0] ?? null;
      proposals.setState({ [scanId]: latest });
    },
  };
}
