import { type ReactNode, useRef } from 'react';
import { Button, EmptyState, type IconName, Spinner } from '#ui';
import { recordTexts } from '../../texts/record-texts.ts';
import { isFiltered } from '../filters/filters.ts';
import type { ListSearch } from '../filters/use-list-search.ts';
import { focusSearch } from '../focus-row.ts';
import styles from '../lists.module.css';

const texts = recordTexts.nothing;

export interface NothingFoundProps {
  readonly search: Pick<ListSearch<unknown>, 'searched' | 'value' | 'clearText' | 'clearFilters'>;
  readonly loading: boolean;
  readonly icon: IconName;
  readonly texts: {
    readonly loading: string;
    /** For words, for filters, and for a list that holds nothing at all. */
    noMatch(words: string): string;
    readonly noMatchFilters: string;
    readonly empty: string;
  };
  /** What else helps, e.g. a Button that makes one. */
  readonly children?: ReactNode;
}

/** In place of rows: why there are none, and what leads on. */
export function NothingFound(props: NothingFoundProps): ReactNode {
  const { search, texts: words } = props;
  const { searched } = search;
  const ways = useRef<HTMLSpanElement>(null);
  if (props.loading) return <Spinner label={words.loading} centered />;
  const back = (clear: () => void) => () => {
    clear();
    // The button that was pressed is gone: the keys go on in the search.
    focusSearch(ways.current);
  };
  const filtered = isFiltered(search.value);
  const text =
    searched !== '' ? words.noMatch(searched) : filtered ? words.noMatchFilters : words.empty;
  const icon = searched !== '' ? 'search' : filtered ? 'filter' : props.icon;
  return (
    <EmptyState icon={icon} text={text}>
      <span className={styles.ways} ref={ways}>
        {searched === '' ? null : (
          <Button onPress={back(search.clearText)}>{texts.clearSearch}</Button>
        )}
        {filtered ? (
          <Button onPress={back(search.clearFilters)}>{texts.clearFilters}</Button>
        ) : null}
        {props.children}
      </span>
    </EmptyState>
  );
}
