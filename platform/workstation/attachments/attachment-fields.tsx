import type { ReactNode } from 'react';
import {
  type Attachment,
  type AttachmentType,
  attachmentType,
  type Laterality,
  laterality,
} from '#contracts';
import { dayOf } from '#foundation';
import { DatePicker, RadioChips } from '#ui';
import { ClearableChips } from '../forms/clearable-chips.tsx';
import { attachmentTexts as texts } from '../texts/attachment-texts.ts';

/** Editable details of an attachment; the type is null until selected. */
export type AttachmentEntries = Pick<Attachment, 'documentDate' | 'lateralityCode'> & {
  readonly patientAttachmentTypeCode: AttachmentType | null;
};

const TYPES = attachmentType.codes.map((id) => ({ id, label: attachmentType.labels[id] }));
const SIDES = (['R', 'L', 'B'] as const).map((id) => ({ id, label: laterality.labels[id] }));

/** Fields for type, side and date of a document. */
export function AttachmentFields(props: {
  readonly entries: AttachmentEntries;
  readonly errors: Readonly<Partial<Record<string, string>>>;
  onChange(change: Partial<AttachmentEntries>): void;
  /**
   * Reports why the typed text is not a valid date; null when valid. The caller must not submit the
   * form while a reason is set.
   */
  onErrorChange(reason: string | null): void;
}): ReactNode {
  const { entries, errors, onChange, onErrorChange } = props;
  return (
    <>
      <RadioChips<AttachmentType>
        label={texts.type}
        options={TYPES}
        value={entries.patientAttachmentTypeCode}
        error={errors.patientAttachmentTypeCode ?? null}
        onChange={(patientAttachmentTypeCode) => onChange({ patientAttachmentTypeCode })}
      />
      <ClearableChips<Laterality>
        label={texts.side}
        clearLabel={texts.clearSide}
        options={SIDES}
        value={entries.lateralityCode}
        error={errors.lateralityCode ?? null}
        onChange={(lateralityCode) => onChange({ lateralityCode })}
      />
      <DatePicker
        label={texts.documentDate}
        value={entries.documentDate}
        latest={dayOf(Date.now())}
        error={errors.documentDate ?? null}
        onChange={(documentDate) => onChange({ documentDate })}
        onErrorChange={onErrorChange}
      />
    </>
  );
}
