import type { KeyboardEvent, ReactNode } from 'react';
import { Button, Icon, TextField } from '#ui';
import { FilterChips } from '../lists/filter-chips.tsx';
import type { Filter, ListFilters } from '../lists/filters.ts';
import lists from '../lists/lists.module.css';
import { SavedFiltersMenu } from '../lists/saved-filters-menu.tsx';
import { StateTabs } from '../lists/state-tabs.tsx';
import { useApplication } from '../start/application-context.ts';
import { patientTexts } from '../texts/patient-texts.ts';
import styles from './patient-list.module.css';
import type { Patients } from './use-patients.ts';

export interface PatientListToolsProps {
  readonly text: string;
  readonly error: string | null;
  readonly filters: readonly Filter[];
  readonly value: ListFilters;
  readonly counts: Patients['counts'];
  onText(text: string): void;
  onFilters(value: ListFilters): void;
  onAdd(): void;
  /** From the search into the list, and the selected one opened. */
  onDown(): void;
  onOpen(): void;
}

/** Search, new patient, state tabs and filters above the list. */
export function PatientListTools(props: PatientListToolsProps): ReactNode {
  const { session } = useApplication().services;
  const { value } = props;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      props.onDown();
    } else if (event.key === 'Enter') props.onOpen();
  };
  return (
    <div className={styles.tools}>
      <div className={styles.toolRow}>
        <div className={styles.search}>
          <TextField
            label={patientTexts.search.label}
            labelHidden
            type="search"
            value={props.text}
            autoFocus
            error={props.error}
            icon={<Icon name="search" />}
            hint={patientTexts.search.hint}
            onChange={props.onText}
            onKeyDown={onKey}
          />
        </div>
        <div className={styles.acts}>
          {session.can(['PATIENT_CREATE']) ? (
            <Button onPress={props.onAdd}>
              <Icon name="plus" size={16} />
              {patientTexts.newPatient}
            </Button>
          ) : null}
        </div>
      </div>
      <div className={styles.toolRow}>
        <StateTabs
          label={patientTexts.tabs}
          counts={props.counts}
          value={value.state}
          onChange={(state) => props.onFilters({ ...value, state })}
        />
        <div className={lists.filters}>
          <FilterChips filters={props.filters} value={value} onChange={props.onFilters} />
          <SavedFiltersMenu
            prefCode="patients.filters"
            filters={props.filters}
            value={value}
            onChange={props.onFilters}
          />
        </div>
      </div>
    </div>
  );
}
