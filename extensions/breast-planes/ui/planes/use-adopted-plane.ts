import { type RefObject, useEffect } from 'react';
import type { Disposable } from '#foundation';
import type { SliceRenderer } from '../../rendering/planes/slice-renderer.ts';

/** Pictures come first: the library is asked for when the plane has stood still this long. */
const AFTER_MS = 5_000;

/**
 * Makes a plane a viewport of the drawing library once it has been seen, so that the library's
 * coordinates, camera and events are there; its code is loaded by then only. Without it the
 * picture stays as it is.
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
      // Where the line is away nothing is missing on the screen.
      const adoptModule = await import('../../rendering/planes/cornerstone-adopt.ts').catch(
        () => null,
      );
      if (cancelled || adoptModule === null) return;
      const done = adoptModule.adoptPlane(renderer, element);
      if (done.ok) adopted = done.value;
      else reportError(new Error(`${done.problem.title}: ${done.problem.detail}`));
    };
    const timer = setTimeout(() => {
      adopt().catch((thrown: unknown) => {
        if (!cancelled) reportError(thrown);
      });
    }, AFTER_MS);
    return () => {
      cancelled = true;
      clearTimeout(timer);
      adopted?.dispose();
    };
  }, [host, renderer, shown]);
}
