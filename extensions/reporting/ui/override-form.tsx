import { type ReactNode, useState } from 'react';
import { Button, TextField } from '#ui';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import styles from './report-panel.module.css';

const { checks: texts } = reportPageTexts;

interface OverrideFormProps {
  /** Takes the reason without surrounding spaces, never empty. */
  onReason(reason: string): void;
  onClose(): void;
}

/** Asks why a report is signed although a check warns. Escape closes it without a reason. */
export function OverrideForm({ onReason, onClose }: OverrideFormProps): ReactNode {
  const [reason, setReason] = useState('');
  return (
    <form
      className={styles.line}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') return;
        onReason(reason.trim());
        onClose();
      }}
    >
      <TextField
        label={texts.reason}
        labelHidden
        value={reason}
        maxLength={500}
        autoFocus
        placeholder={texts.reason}
        onChange={setReason}
      />
      <Button type="submit" disabled={reason.trim() === ''}>
        {texts.saveReason}
      </Button>
    </form>
  );
}
