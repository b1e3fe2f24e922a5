import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns width and height of an element in CSS pixels, kept up to date. */
export function useElementSize<E extends HTMLElement>(): {
  readonly ref: RefObject<E | null>;
  readonly width: number;
  readonly height: number;
} {
  const ref = useRef<E>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}
