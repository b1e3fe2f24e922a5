import { memo, type ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import styles from './slider.module.css';

export interface SliderTick {
  /** Value of the slider at which the tick is drawn. */
  readonly at: number;
  readonly color: string;
}

export interface SliderProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** Colour of the thumb, e.g. of a plane. */
  readonly color?: string;
  /** Positions of interest, drawn above the track. */
  readonly ticks?: readonly SliderTick[];
  /** Highlighted ranges of the track as [from, to]. */
  readonly viewed?: readonly (readonly [number, number])[];
  /** Formats the value for screen readers, e.g. '14.0 mm'. */
  format?(value: number): string;
  onChange(value: number): void;
}

/** A value on a track, set by dragging, clicking the track or arrow keys. */
export function Slider(props: SliderProps): ReactNode {
  const span = Math.max(props.max - props.min, Number.EPSILON);
  const percent = (value: number): string => `${((value - props.min) / span) * 100}%`;
  return (
    <AriaSlider
      className={styles.slider ?? ''}
      value={props.value}
      minValue={props.min}
      maxValue={props.max}
      step={props.step ?? 1}
      {...(props.labelHidden === true ? { 'aria-label': props.label } : {})}
      onChange={(value) => props.onChange(value)}
    >
      {props.labelHidden === true ? null : (
        <Label className={styles.label ?? ''}>{props.label}</Label>
      )}
      <SliderTrack className={styles.track ?? ''}>
        {(props.viewed ?? []).map(([from, to]) => (
          <span
            key={`${from} ${to}`}
            className={styles.fill}
            style={{ left: percent(from), right: `calc(100% - ${percent(to)})` }}
          />
        ))}
        <Ticks ticks={props.ticks ?? NO_TICKS} min={props.min} span={span} />
        <SliderThumb
          className={styles.thumb ?? ''}
          style={{ ['--thumb' as string]: props.color ?? 'var(--text)' }}
          {...(props.format === undefined ? {} : { 'aria-valuetext': props.format(props.value) })}
        />
      </SliderTrack>
    </AriaSlider>
  );
}

const NO_TICKS: readonly SliderTick[] = [];

interface TicksProps {
  readonly ticks: readonly SliderTick[];
  readonly min: number;
  readonly span: number;
}

/** Memoised, because hundreds of ticks must not be redrawn while the thumb moves. */
const Ticks = memo(function Ticks({ ticks, min, span }: TicksProps): ReactNode {
  return ticks.map(({ at, color }) => (
    <span
      key={`${at}-${color}`}
      className={styles.tick}
      style={{ left: `${((at - min) / span) * 100}%`, background: color }}
    />
  ));
});
