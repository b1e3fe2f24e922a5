import type { ReactNode } from 'react';
import { DatePicker, PopoverButton, RadioChips } from '#ui';
import { recordTexts } from '../../texts/record-texts.ts';
import styles from '../lists.module.css';
import { type Filter, rangeOf, rangeText } from './filters.ts';

const texts = recordTexts.filters;

export interface DateFilterProps {
  readonly filter: Filter;
  readonly value: string | null;
  readonly label: string;
  readonly children: ReactNode;
  onChange(value: string | null): void;
}

/** Filter for the last days or a range of days. */
export function DateFilter(props: DateFilterProps): ReactNode {
  const { filter, value, onChange } = props;
  const range = (value === null ? null : rangeOf(value)) ?? { from: null, to: null };
  return (
    <PopoverButton
      ariaLabel={props.label}
      className={styles.filterButton ?? ''}
      content={
        <div className={styles.dates}>
          <RadioChips
            label={texts.last}
            options={filter.choices}
            value={filter.choices.find(({ id }) => id === value)?.id ?? null}
            onChange={(id) => onChange(id)}
          />
          <DatePicker
            label={texts.from}
            value={range.from}
            {...(range.to === null ? {} : { latest: range.to })}
            onChange={(from) => onChange(rangeText({ ...range, from }))}
          />
          <DatePicker
            label={texts.to}
            value={range.to}
            {...(range.from === null ? {} : { earliest: range.from })}
            onChange={(to) => onChange(rangeText({ ...range, to }))}
          />
        </div>
      }
    >
      {props.children}
    </PopoverButton>
  );
}
