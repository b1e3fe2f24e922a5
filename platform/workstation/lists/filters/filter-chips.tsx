import type { ReactNode } from 'react';
import { Icon, IconButton, MenuButton } from '#ui';
import { recordTexts } from '../../texts/record-texts.ts';
import styles from '../lists.module.css';
import { DateFilter } from './date-filter.tsx';
import { type Filter, filterValueLabel, type ListFilters, withValue } from './filters.ts';

export interface FilterChipsProps {
  readonly filters: readonly Filter[];
  readonly value: ListFilters;
  onChange(value: ListFilters): void;
}

/** One button per filter; an active filter shows its value and a remove button. */
export function FilterChips({ filters, value, onChange }: FilterChipsProps): ReactNode {
  return filters.map((filter) => (
    <FilterChip
      key={filter.id}
      filter={filter}
      value={value.values[filter.id] ?? null}
      onChange={(next) => onChange(withValue(value, filter.id, next))}
    />
  ));
}

interface FilterChipProps {
  readonly filter: Filter;
  readonly value: string | null;
  onChange(value: string | null): void;
}

function FilterChip({ filter, value, onChange }: FilterChipProps): ReactNode {
  const valueLabel = value === null ? null : filterValueLabel(filter, value);
  const label = valueLabel === null ? filter.title : `${filter.title} ${valueLabel}`;
  const buttonContent = (
    <>
      {filter.title}{' '}
      {valueLabel === null ? <Icon name="chevron-down" size={16} /> : <b>{valueLabel}</b>}
    </>
  );
  return (
    <span className={styles.filter} data-on={valueLabel !== null}>
      {filter.dates === true ? (
        <DateFilter filter={filter} value={value} label={label} onChange={onChange}>
          {buttonContent}
        </DateFilter>
      ) : (
        <MenuButton
          ariaLabel={label}
          className={styles.filterButton ?? ''}
          entries={filter.choices.map((choice) => ({
            ...choice,
            ...(choice.id === value ? { icon: <Icon name="check" size={16} /> } : {}),
            run: () => onChange(choice.id === value ? null : choice.id),
          }))}
        >
          {buttonContent}
        </MenuButton>
      )}
      {valueLabel === null ? null : (
        <IconButton
          icon="close"
          size={24}
          label={recordTexts.filters.remove(filter.title)}
          onPress={() => onChange(null)}
        />
      )}
    </span>
  );
}
