import type { ReactNode } from 'react';
import { type PanelProps, studyToken, viewStateToken } from '#core';
import { useStore } from '#ui';
import { placeWords } from '../model/place-words.ts';
import { pxPerMmOf, readingToken } from '../state/reading-state.ts';
import { activePlane, placeReference, targetScan } from '../state/study-facts.ts';
import { placeTexts } from '../texts/place-texts.ts';
import { readingTexts } from '../texts/reading-texts.ts';
import styles from './findings-panel.module.css';
import { sliceText } from './plane-header.tsx';

/** Two rows of 24 px: the place under the pointer, and how the planes are shown. */
export function Readout({ context }: PanelProps): ReactNode {
  const reading = context.use(readingToken);
  const scan = useStore(context.use(studyToken).store, targetScan);
  const hoverMm = useStore(reading.store, (state) => state.hoverMm);
  const geometry = useStore(reading.store, ({ volumes }) =>
    scan === null ? null : (volumes[scan.id]?.geometry ?? null),
  );
  const viewValues = useStore(context.use(viewStateToken).store);
  const plane = useStore(reading.store, (state) => activePlane(viewValues, state));
  const pxPerMm = useStore(reading.store, (state) =>
    pxPerMmOf(state, viewValues.maximisedCellId ?? '', viewValues.maximisedCellId),
  );
  const reference = geometry === null ? null : placeReference(scan, geometry);
  const facts = hoverMm === null || reference === null ? [] : placeWords(reference, hoverMm);
  const [first, ...rest] = facts;
  return (
    <div className={styles.readout} data-testid="readout">
      <div className={styles.readoutRow} data-testid="readout-place">
        {first === undefined ? (
          readingTexts.readout.point
        ) : (
          <>
            <b>{first}</b>
            {rest.map((fact) => (
              <span key={fact}>· {fact}</span>
            ))}
          </>
        )}
      </div>
      <div className={styles.readoutRow} data-testid="readout-scale">
        {geometry === null || pxPerMm === null ? null : (
          <span>
            {readingTexts.readout.scale(
              sliceText(geometry, plane),
              pxPerMm.toFixed(1),
              reference === null
                ? readingTexts.readout.unknown
                : placeTexts.depthReferences[reference.depthReference],
            )}
          </span>
        )}
      </div>
    </div>
  );
}
