import { type RefObject, useEffect, useState } from 'react';
import type { ViewSize } from '../../model/planes/image-layout.ts';

/**
 * Returns an element's inner size in CSS pixels, updated on resize; null before the first
 * measurement or at zero.
 */
export function useElementSize(element: RefObject<HTMLElement | null>): ViewSize | null {
  const [size, setSize] = useState<ViewSize | null>(null);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = watched;
      setSize((known) => {
        if (width === 0 || height === 0) return null;
        return known?.width === width && known.height === height ? known : { width, height };
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}
