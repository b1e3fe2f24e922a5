import type { ReactNode } from 'react';
import type { ScanSide } from '#contracts';
import { type ExtensionContext, studyToken, viewStateToken } from '#core';
import { clockText } from '#geometry';
import { useStore } from '#ui';
import { findingTexts } from '../../texts/finding-texts.ts';
import styles from './body-map.module.css';

const texts = findingTexts.map;

/**
 * Draws the palpable places of a breast as open triangles: at their distance from the nipple, or at
 * the rim if distance or scale are unknown. Draws nothing in a case of a reader study.
 */
export function PalpableTriangles(props: {
  readonly context: ExtensionContext;
  readonly side: ScanSide;
  /** Radius of the drawn breast in svg units. */
  readonly radius: number;
  /** Tissue radius of the drawn breast in mm; null if unknown. */
  readonly radiusMm: number | null;
}): ReactNode {
  const { context, side, radius, radiusMm } = props;
  const places = useStore(context.use(studyToken).store, ({ study }) => study?.palpable);
  const hidden = useStore(
    context.use(viewStateToken).store,
    ({ readsCase, awaitsCases }) => readsCase || awaitsCases,
  );
  if (hidden || places === undefined) return null;
  return places
    .filter((place) => place.side === side)
    .map(({ clockMinutes, distanceMm }, idx) => {
      const deg = clockMinutes / 2;
      const share =
        distanceMm === null || radiusMm === null ? 1 : Math.min(1, distanceMm / radiusMm);
      const label = texts.palpable(texts.sideNames[side], clockText(deg, 1), distanceMm);
      return (
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a shape with words for screen readers
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: two equal places are possible
          key={`${idx} ${clockMinutes} ${distanceMm}`}
          role="img"
          aria-label={label}
          data-testid={`map-palpable-${side}`}
          transform={`rotate(${deg}) translate(0 ${-share * radius}) rotate(${-deg})`}
        >
          <title>{label}</title>
          <path d="M0 -5L5 4H-5Z" className={styles.palpable} />
        </g>
      );
    });
}
