import { type RefObject, useEffect } from 'react';
import type { Disposable } from '#foundation';
import type { SliceRenderer } from '../../rendering/planes/slice-renderer.ts';

/** Delay in ms from the complete image to the load of the library, because images have priority. */
const LOAD_DELAY_MS = 5_000;

/**
 * Registers a plane as a viewport of the drawing library once `shown` is true, that is, once its
 * image is complete; the viewport has the library's coordinates, camera and events. Loads the library
 * only then; without the library the image is unchanged.
 */
export function useAdoptedPlane(
  host: RefObject<HTMLDivElement | null>,
  renderer: SliceRenderer | null,
  shown: boolean,
): void {
  useEffect(() => {
    const element = host.current;
    if (element === null || renderer === null || !shown) return;
    let cancelled = false;
    let adopted: Disposable | null = null;
    const adopt = async (): Promise<void> => {
      // Ignores a failed import (offline), because the image is complete without the library.
      const adoptModule = await import('../../rendering/planes/cornerstone-adopt.ts').catch(
        () => null,
      );
      if (cancelled || adoptModule === null) return;
      const result = adoptModule.adoptPlane(renderer, element);
      if (result.ok) adopted = result.value;
      else reportError(new Error(`${result.problem.title}: ${result.problem.detail}`));
    };
    const timer = setTimeout(() => {
      adopt().catch((thrown: unknown) => {
        if (!cancelled) reportError(thrown);
      });
    }, LOAD_DELAY_MS);
    return () => {
      cancelled = true;
      clearTimeout(timer);
      adopted?.dispose();
    };
  }, [host, renderer, shown]);
}
