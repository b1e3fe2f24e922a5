import type { CornerstoneViewport } from '#core';
import { type Disposable, type Result, toDisposable, token } from '#foundation';

/** Opens the Cornerstone viewport of one plane on the page. */
export type OpenPlane = () => Promise<Result<CornerstoneViewport>>;

/** The planes on the page by cell. */
export interface OpenPlanes {
  add(cellId: string, open: OpenPlane): Disposable;
  /** Returns undefined if the cell shows no plane. */
  find(cellId: string): OpenPlane | undefined;
}

export const openPlanesToken = token<OpenPlanes>('breast-planes.open-planes');

export function createOpenPlanes(): OpenPlanes {
  const planes = new Map<string, OpenPlane>();
  return {
    add(cellId, open) {
      planes.set(cellId, open);
      return toDisposable(() => {
        // Another plane may have replaced this one in its cell.
        if (planes.get(cellId) === open) planes.delete(cellId);
      });
    },
    find: (cellId) => planes.get(cellId),
  };
}
