import type { KeyboardEvent, ReactNode } from 'react';
import { Icon, TextField } from '#ui';
import { FilterChips } from '../lists/filter-chips.tsx';
import type { Filter, ListFilters } from '../lists/filters.ts';
import lists from '../lists/lists.module.css';
import { SavedFiltersMenu } from '../lists/saved-filters-menu.tsx';
import { StateTabs } from '../lists/state-tabs.tsx';
import { studyTexts } from '../texts/study-texts.ts';
import styles from './study-list.module.css';
import type { Sight } from './use-sight.ts';
import type { Studies } from './use-studies.ts';

export interface StudyListToolsProps {
  readonly sight: Sight;
  readonly text: string;
  readonly error: string | null;
  readonly filters: readonly Filter[];
  readonly value: ListFilters;
  readonly counts: Studies['counts'];
  onText(text: string): void;
  onFilters(value: ListFilters): void;
  /** From the search into the list, and the selected one opened. */
  onDown(): void;
  onOpen(): void;
}

/** Search, state tabs and filters above the worklist; what would tell a blind reader is left out. */
export function StudyListTools(props: StudyListToolsProps): ReactNode {
  const { sight, value } = props;
  return (
    <div className={styles.tools}>
      {sight.names ? <Search {...props} /> : null}
      <div className={styles.toolRow}>
        {sight.blind ? (
          <p className={styles.intro}>{studyTexts.blindIntro}</p>
        ) : (
          <StateTabs
            label={studyTexts.tabs}
            counts={props.counts}
            value={value.state}
            onChange={(state) => props.onFilters({ ...value, state })}
          />
        )}
        <div className={lists.filters}>
          <FilterChips filters={props.filters} value={value} onChange={props.onFilters} />
          <SavedFiltersMenu
            prefCode="studies.filters"
            filters={props.filters}
            value={value}
            onChange={props.onFilters}
          />
        </div>
      </div>
    </div>
  );
}

function Search(props: StudyListToolsProps): ReactNode {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      props.onDown();
    } else if (event.key === 'Enter') props.onOpen();
  };
  return (
    <div className={styles.search}>
      <TextField
        label={studyTexts.search.label}
        labelHidden
        type="search"
        value={props.text}
        autoFocus
        error={props.error}
        icon={<Icon name="search" />}
        hint={studyTexts.search.hint}
        onChange={props.onText}
        onKeyDown={onKey}
      />
    </div>
  );
}
