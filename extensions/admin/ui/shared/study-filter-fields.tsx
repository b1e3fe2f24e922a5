import type { ReactNode } from 'react';
import { Checkbox, DatePicker, TextArea } from '#ui';
import type { StudyFilterEntries } from '../../model/study-filter-form.ts';
import { studyFilterTexts as shared } from '../../texts/study-filter-texts.ts';
import page from './dashboard.module.css';
import type { FilterEdit } from './use-filter-edit.ts';

interface StudyFilterFieldsProps {
  readonly editing: Omit<FilterEdit<StudyFilterEntries, unknown>, 'theirs'>;
  /** Largest number of study ids. */
  readonly maximum: number;
  readonly texts: {
    readonly onlySigned: string;
    readonly hasFindings: string;
    studyIdsHelp(maximum: number): string;
  };
}

/** Fields that choose studies: days of the recording, reports, findings and ids. */
export function StudyFilterFields({ editing, maximum, texts }: StudyFilterFieldsProps): ReactNode {
  const { entries, errors, set } = editing;
  return (
    <>
      <div className={page.pair}>
        <DatePicker
          label={shared.from}
          help={shared.dayHelp}
          error={errors.from ?? null}
          value={entries.from}
          onChange={(from) => set({ from })}
          onErrorChange={(reason) => editing.setDayError('from', reason)}
        />
        <DatePicker
          label={shared.to}
          help={shared.dayHelp}
          error={errors.to ?? null}
          value={entries.to}
          onChange={(to) => set({ to })}
          onErrorChange={(reason) => editing.setDayError('to', reason)}
        />
      </div>
      <Checkbox
        label={texts.onlySigned}
        checked={entries.onlySigned}
        onChange={(onlySigned) => set({ onlySigned })}
      />
      <Checkbox
        label={texts.hasFindings}
        checked={entries.hasFindings}
        onChange={(hasFindings) => set({ hasFindings })}
      />
      <TextArea
        label={shared.studyIds}
        rows={2}
        value={entries.studyIds}
        help={texts.studyIdsHelp(maximum)}
        error={errors.studyIds ?? null}
        onChange={(studyIds) => set({ studyIds })}
      />
    </>
  );
}
