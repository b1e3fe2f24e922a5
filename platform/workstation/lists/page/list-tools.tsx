import type { KeyboardEvent, ReactNode } from 'react';
import type { ReadingCounts } from '#contracts';
import { Icon, TextField } from '#ui';
import { FilterChips } from '../filters/filter-chips.tsx';
import type { Filter } from '../filters/filters.ts';
import { SavedFiltersMenu } from '../filters/saved-filters-menu.tsx';
import { StateTabs } from '../filters/state-tabs.tsx';
import type { ListSearch } from '../filters/use-list-search.ts';
import lists from '../lists.module.css';
import styles from './list-page.module.css';

export interface ListToolsProps {
  readonly search: Pick<
    ListSearch<unknown>,
    'text' | 'setText' | 'value' | 'setValue' | 'searchError'
  >;
  /** Null hides the search for users who must not see patient names. */
  readonly field: { readonly label: string; readonly hint: string } | null;
  /** Actions beside the search field. */
  readonly actions?: ReactNode;
  /** Accessible name of the state tabs; null hides them. */
  readonly tabs: string | null;
  /** Number of items per state, shown in the tabs; null until loaded. */
  readonly counts: ReadingCounts | null;
  /** Text shown instead of the tabs. */
  readonly intro?: string;
  readonly filters: readonly Filter[];
  /** Preference that stores the filter sets. */
  readonly prefCode: string;
  /** Moves the focus into the list. */
  onDown(): void;
  /** Opens the selected item. */
  onOpen(): void;
}

/** Search field, state tabs and filters above a list. */
export function ListTools(props: ListToolsProps): ReactNode {
  const { value, setValue } = props.search;
  const { field, actions = null } = props;
  return (
    <div className={styles.tools}>
      {field === null && actions === null ? null : (
        <div className={styles.toolRow}>
          {field === null ? null : <Search {...props} field={field} />}
          <div className={styles.toolActions}>{actions}</div>
        </div>
      )}
      <div className={styles.toolRow}>
        {props.tabs === null ? (
          <p className={styles.intro}>{props.intro}</p>
        ) : (
          <StateTabs
            label={props.tabs}
            counts={props.counts}
            value={value.state}
            onChange={(state) => setValue({ ...value, state })}
          />
        )}
        <div className={lists.filters}>
          <FilterChips filters={props.filters} value={value} onChange={setValue} />
          <SavedFiltersMenu
            prefCode={props.prefCode}
            filters={props.filters}
            value={value}
            onChange={setValue}
          />
        </div>
      </div>
    </div>
  );
}

function Search(
  props: ListToolsProps & { readonly field: NonNullable<ListToolsProps['field']> },
): ReactNode {
  const { field, search } = props;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      props.onDown();
    } else if (event.key === 'Enter') props.onOpen();
  };
  return (
    <div className={styles.search}>
      <TextField
        label={field.label}
        labelHidden
        type="search"
        value={search.text}
        autoFocus
        error={search.searchError}
        icon={<Icon name="search" />}
        hint={field.hint}
        onChange={search.setText}
        onKeyDown={onKey}
      />
    </div>
  );
}
