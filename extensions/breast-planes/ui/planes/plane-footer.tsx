import { type ReactNode, useMemo } from 'react';
import { type ExtensionContext, noticesToken, viewStateToken } from '#core';
import type { VolumePlane } from '#geometry';
import { Slider, type SliderTick, useStore } from '#ui';
import { shownOf } from '../../model/findings/finding-rows.ts';
import { findingTicks } from '../../model/findings/finding-ticks.ts';
import { positionKey, sliceRange, withPlaneAt } from '../../model/planes/linked-position.ts';
import {
  formatPosition,
  PLANE_TITLE,
  POSITION_EXAMPLES,
  parsePosition,
} from '../../model/planes/plane-text.ts';
import { withTypedPlane } from '../../model/planes/sound-field.ts';
import type { ViewedRanges } from '../../model/views/viewed-ranges.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { viewedToken } from '../../state/views/viewed-state.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { PLANE_COLOUR } from '../shared/plane-colours.ts';
import styles from '../shared/plane-viewport.module.css';
import { TypedField } from '../shared/typed-field.tsx';
import { useListChoice } from '../shared/use-list-choice.ts';
import { useScanFindings } from '../shared/use-scan-findings.ts';

export interface PlaneFooterProps {
  readonly context: ExtensionContext;
  readonly plane: VolumePlane;
  readonly ready: ReadyPlane | null;
  /** Called after a typed position was accepted, to return the focus to the image. */
  onTyped(): void;
}

/** Shows the plane position on a slider with ticks at the findings, and in a text field. */
export function PlaneFooter({ context, plane, ready, onTyped }: PlaneFooterProps): ReactNode {
  const view = context.use(viewStateToken);
  const ticks = useTicks(context, ready);
  const scanId = ready?.scan.id ?? '';
  const viewed = useStore(
    context.use(viewedToken).store,
    (byScan) => byScan[scanId]?.[plane] ?? NO_RANGES,
  );
  if (ready === null) return <footer className={styles.footer} />;
  const { volume, position, nippleMm, scan } = ready;
  const positionText = formatPosition(volume, nippleMm, position, plane);
  const { min, max } = sliceRange(volume, plane);
  const key = positionKey(plane);
  const move = (value: number): void =>
    view.setPosition(scan.id, withPlaneAt(volume, position, plane, value));
  return (
    <footer className={styles.footer}>
      <span className={styles.positionName}>{positionText.name}</span>
      <Slider
        label={readingTexts.plane.position(PLANE_TITLE[plane])}
        labelHidden
        value={position[key]}
        min={min}
        max={max}
        color={PLANE_COLOUR[plane]}
        ticks={ticks}
        viewed={viewed}
        format={() => `${positionText.name} ${positionText.value} ${positionText.unit}`}
        onChange={move}
      />
      <TypedField
        testId={`position-${plane}`}
        label={readingTexts.plane.position(PLANE_TITLE[plane])}
        invalidText={readingTexts.plane.noPosition}
        value={positionText.value}
        unit={positionText.unit}
        onAccept={onTyped}
        onType={(typed) => {
          const value = parsePosition(volume, nippleMm, position, plane, typed);
          if (value === null) {
            const text = readingTexts.plane.notOfPlane(typed, POSITION_EXAMPLES[plane]);
            context.use(noticesToken).show('user-error', text);
            return false;
          }
          view.setPosition(scan.id, withTypedPlane(volume, position, plane, value));
          return true;
        }}
      />
    </footer>
  );
}

const NO_RANGES: ViewedRanges = [];

const NO_TICKS: readonly SliderTick[] = [];

/** Returns the slider ticks of the scan's shown findings. */
function useTicks(context: ExtensionContext, ready: ReadyPlane | null): readonly SliderTick[] {
  const findings = useScanFindings(context, ready?.scan.id ?? '');
  const choice = useListChoice(context);
  const { volume = null, nippleMm = null, plane = null } = ready ?? {};
  return useMemo(() => {
    if (volume === null || plane === null) return NO_TICKS;
    return findingTicks(shownOf(findings, choice), volume, nippleMm, plane);
  }, [findings, choice, volume, nippleMm, plane]);
}
