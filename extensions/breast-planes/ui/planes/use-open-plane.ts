import { type RefObject, useEffect } from 'react';
import type { CornerstoneViewport, ViewportProps } from '#core';
import { fail, messageOf, type Result } from '#foundation';
import { cornerstoneNotLoaded } from '../../rendering/graphics/drawing-problems.ts';
import type { SliceRenderer } from '../../rendering/planes/slice-renderer.ts';
import { openPlanesToken } from '../../state/views/open-planes.ts';

/** Lets extensions open the plane of a cell as a Cornerstone viewport while it is on the page. */
export function useOpenPlane(
  { context, cellId }: Pick<ViewportProps, 'context' | 'cellId'>,
  area: RefObject<HTMLDivElement | null>,
  host: RefObject<HTMLDivElement | null>,
  renderer: SliceRenderer | null,
): void {
  useEffect(() => {
    const elements = { area: area.current, host: host.current };
    if (renderer === null || elements.area === null || elements.host === null) return;
    const plane = { renderer, area: elements.area, host: elements.host };
    const opened = context.use(openPlanesToken).add(cellId, () => open(plane));
    return () => opened.dispose();
  }, [context, cellId, area, host, renderer]);
}

/** Loads the library on first use. */
async function open(plane: {
  readonly renderer: SliceRenderer;
  readonly area: HTMLDivElement;
  readonly host: HTMLDivElement;
}): Promise<Result<CornerstoneViewport>> {
  try {
    const { openCornerstonePlane } = await import('../../rendering/planes/cornerstone-plane.ts');
    return await openCornerstonePlane(plane);
  } catch (thrown) {
    return fail(cornerstoneNotLoaded(messageOf(thrown)));
  }
}
