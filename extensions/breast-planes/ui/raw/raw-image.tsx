import { type ReactNode, useEffect, useRef } from 'react';
import type { PlanePresentation } from '../../model/planes/plane-presentation.ts';
import type { DecodedFrame } from '../../rendering/volume/decode-frame.ts';
import { DepthRuler } from '../shared/depth-ruler.tsx';
import styles from '../shared/plane-viewport.module.css';
import type { FrameLayout } from './use-single-image.ts';

export interface RawImageProps {
  readonly frame: DecodedFrame;
  readonly presentation: PlanePresentation;
  readonly layout: FrameLayout;
}

/** Draws a frame at its true proportions, with a depth ruler if the pixel size is known. */
export function RawImage({ frame, layout, presentation }: RawImageProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current;
    const context = target?.getContext('2d') ?? null;
    if (target === null || context === null) return;
    target.width = frame.width;
    target.height = frame.height;
    frame.draw(context, presentation);
  }, [frame, presentation]);
  const { leftPx, topPx, pxPerMm, widthMm, heightMm, view } = layout;
  return (
    <div className={styles.canvas}>
      <canvas
        ref={canvas}
        data-testid="raw-canvas"
        style={{
          position: 'absolute',
          left: leftPx,
          top: topPx,
          width: widthMm * pxPerMm,
          height: heightMm * pxPerMm,
        }}
      />
      {layout.hasScale ? (
        <svg className={styles.overlay} aria-hidden="true">
          <DepthRuler
            topPx={topPx}
            heightMm={heightMm}
            pxPerMm={pxPerMm}
            fromPx={0}
            toPx={view.height}
          />
        </svg>
      ) : null}
    </div>
  );
}
