import type { ReactNode } from 'react';
import { Icon, IconButton, MenuButton } from '#ui';
import { recordTexts } from '../texts/record-texts.ts';
import { type Filter, type ListFilters, withValue } from './filters.ts';
import styles from './lists.module.css';

export interface FilterChipsProps {
  readonly filters: readonly Filter[];
  readonly value: ListFilters;
  onChange(value: ListFilters): void;
}

/** A filter a button: plain while it is off, with its value and a way to take it off while it is on. */
export function FilterChips({ filters, value, onChange }: FilterChipsProps): ReactNode {
  return filters.map((filter) => {
    const chosen = filter.choices.find(({ id }) => id === value.values[filter.id]) ?? null;
    const choose = (id: string | null): void => onChange(withValue(value, filter.id, id));
    return (
      <span key={filter.id} className={styles.filter} data-on={chosen !== null}>
        <MenuButton
          ariaLabel={chosen === null ? filter.title : `${filter.title} ${chosen.label}`}
          className={styles.filterButton ?? ''}
          entries={filter.choices.map((choice) => ({
            id: choice.id,
            label: choice.label,
            ...(choice === chosen ? { icon: <Icon name="check" size={16} /> } : {}),
            run: () => choose(choice === chosen ? null : choice.id),
          }))}
        >
          {filter.title}{' '}
          {chosen === null ? <Icon name="chevron-down" size={16} /> : <b>{chosen.label}</b>}
        </MenuButton>
        {chosen === null ? null : (
          <IconButton
            icon="close"
            size={24}
            label={recordTexts.filters.remove(filter.title)}
            onPress={() => choose(null)}
          />
        )}
      </span>
    );
  });
}
