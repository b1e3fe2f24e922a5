import { type ReactNode, useState } from 'react';
import { NumberField, Slider } from '#ui';
import { readerStudyTexts } from '../../texts/reader-study-texts.ts';
import styles from './reader-studies.module.css';

const texts = readerStudyTexts.panel;

/** Position of the thumb while no value is set. */
const MIDDLE = 50;

interface SuspicionFieldProps {
  /** What is rated, e.g. 'Right breast'. */
  readonly name: string;
  /** 0 to 100; null while not set. */
  readonly value: number | null;
  onChange(value: number): void;
}

/** Suspicion from 0 to 100 as slider and number; without a value the number is empty. */
export function SuspicionField({ name, value, onChange }: SuspicionFieldProps): ReactNode {
  const label = texts.suspicionOf(name);
  const [rejected, setRejected] = useState<number | null>(null);
  // A typing error must not become the highest suspicion.
  const set = (next: number): void => {
    const isInside = next >= 0 && next <= 100;
    setRejected(isInside ? null : next);
    if (isInside) onChange(Math.round(next));
  };
  return (
    <div className={styles.suspicion} data-set={value !== null}>
      <span className={styles.label} aria-hidden="true">
        {value === null ? `${texts.suspicion} · ${texts.notSet}` : texts.suspicion}
      </span>
      <div className={styles.scale}>
        <Slider
          label={label}
          labelHidden
          value={value ?? MIDDLE}
          min={0}
          max={100}
          format={(shown) => (value === null ? texts.notSet : String(shown))}
          onChange={set}
        />
        <NumberField
          label={label}
          labelHidden
          value={value ?? Number.NaN}
          step={1}
          error={rejected === null ? null : texts.outside(rejected)}
          onChange={set}
        />
      </div>
    </div>
  );
}
