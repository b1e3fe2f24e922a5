import { type ReactNode, useState } from 'react';
import type { Problem, Result } from '#foundation';
import { Button, ErrorCard, TextArea } from '#ui';
import styles from './follow-up.module.css';

interface ReasonFormProps {
  readonly label: string;
  /** Label of the button that sends the reason. */
  readonly confirm: string;
  readonly cancel: string;
  send(reason: string): Promise<Result<unknown, Problem>>;
  onSent(): void;
  onCancel(): void;
}

/** Asks for the reason of a change that stays in the history. */
export function ReasonForm(props: ReasonFormProps): ReactNode {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const isReady = reason.trim() !== '' && reason.length <= 500;
  const send = async (): Promise<void> => {
    if (!isReady || busy) return;
    setBusy(true);
    const sent = await props.send(reason.trim());
    setBusy(false);
    if (sent.ok) props.onSent();
    else setProblem(sent.problem);
  };
  return (
    <div className={styles.form}>
      <TextArea
        label={props.label}
        rows={2}
        maxLength={500}
        value={reason}
        autoFocus
        required
        disabled={busy}
        onChange={setReason}
        onSubmit={() => void send()}
      />
      {problem === null ? null : <ErrorCard problem={problem} />}
      <div className={styles.line}>
        <Button kind="danger" disabled={!isReady} busy={busy} onPress={() => void send()}>
          {props.confirm}
        </Button>
        <Button disabled={busy} onPress={props.onCancel}>
          {props.cancel}
        </Button>
      </div>
    </div>
  );
}
