import type { ReactNode } from 'react';
import { lengthError, TextArea } from '#ui';
import { scanChangeTexts } from '../texts/scan-change-texts.ts';

/** Maximum length of a reason, as the server stores it. */
const MAX_REASON_LENGTH = 500;

/** Returns whether the server accepts a reason. */
export const isReason = (text: string): boolean =>
  text.trim() !== '' && lengthError(text, MAX_REASON_LENGTH) === null;

/** Field for the required reason of a change or a verdict. */
export function ReasonField(props: {
  readonly value: string;
  /** Without a label, "Reason". */
  readonly label?: string;
  readonly rows?: number;
  readonly autoFocus?: boolean;
  readonly error?: string | null;
  onChange(reason: string): void;
  /** Called on Ctrl + Enter. */
  onSubmit?(): void;
}): ReactNode {
  const { label = scanChangeTexts.reason, rows = 2, ...field } = props;
  return <TextArea {...field} label={label} rows={rows} maxLength={MAX_REASON_LENGTH} required />;
}
