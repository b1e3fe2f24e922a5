import { type ReactNode, useEffect, useRef } from 'react';
import type { PlanePresentation } from '../../model/planes/plane-presentation.ts';
import type { DecodedFrame } from '../../rendering/volume/decode-frame.ts';
import { DepthRuler } from '../shared/depth-ruler.tsx';
import styles from '../shared/plane-viewport.module.css';
import { useElementSize } from '../shared/use-element-size.ts';

export interface RawImageProps {
  readonly frame: DecodedFrame;
  readonly presentation: PlanePresentation;
  /** Pixel size in mm; null draws square pixels without a ruler. */
  readonly pixel: { readonly across: number; readonly down: number } | null;
}

const MARGIN_PX = 24;

/** Draws a frame at its true proportions, with a depth ruler if the pixel size is known. */
export function RawImage({ frame, pixel, presentation }: RawImageProps): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(area);
  useEffect(() => {
    const target = canvas.current;
    const context = target?.getContext('2d') ?? null;
    if (target === null || context === null) return;
    target.width = frame.width;
    target.height = frame.height;
    frame.draw(context, presentation);
  }, [frame, presentation]);
  const width = frame.width * (pixel?.across ?? 1);
  const height = frame.height * (pixel?.down ?? 1);
  const scale =
    size === null
      ? 0
      : Math.min((size.width - 2 * MARGIN_PX) / width, (size.height - 2 * MARGIN_PX) / height);
  const left = size === null ? 0 : (size.width - width * scale) / 2;
  const top = size === null ? 0 : (size.height - height * scale) / 2;
  return (
    <div ref={area} className={styles.canvas}>
      <canvas
        ref={canvas}
        data-testid="raw-canvas"
        style={{
          position: 'absolute',
          left,
          top,
          width: Math.max(0, width * scale),
          height: Math.max(0, height * scale),
        }}
      />
      {pixel === null || scale <= 0 ? null : (
        <svg className={styles.overlay} aria-hidden="true">
          <DepthRuler
            topPx={top}
            heightMm={height}
            pxPerMm={scale}
            fromPx={0}
            toPx={size?.height ?? 0}
          />
        </svg>
      )}
    </div>
  );
}
