import { type ReactNode, useEffect, useRef, useState } from 'react';
import { aiRejectionReason } from '#contracts';
import { Button, lengthError, TextField } from '#ui';
import { aiTexts } from '../texts/ai-texts.ts';
import styles from './ai-panel.module.css';

const { reject: texts } = aiTexts;

/** Maximum length of a reason in characters, as the server stores it. */
const MAX_REASON_LENGTH = 500;

export interface RejectFormProps {
  onReject(reason: string): Promise<void>;
  onCancel(): void;
}

/** Common reasons to reject a proposal, each with one press, and a field for another reason. */
export function RejectForm({ onReject, onCancel }: RejectFormProps): ReactNode {
  const [other, setOther] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFieldSetElement>(null);
  useEffect(() => form.current?.querySelector('button')?.focus(), []);
  const send = async (reason: string): Promise<void> => {
    setBusy(true);
    await onReject(reason);
    setBusy(false);
  };
  const sendOther = (): void => {
    const reason = other.trim();
    const invalid = reason === '' ? texts.missing : lengthError(reason, MAX_REASON_LENGTH);
    setError(invalid);
    if (invalid === null) void send(reason);
  };
  return (
    <fieldset
      ref={form}
      className={styles.reject}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <legend>{texts.title}</legend>
      <div className={styles.chips}>
        {aiRejectionReason.codes.map((code) => (
          <Button key={code} size={24} busy={busy} onPress={() => void send(code)}>
            {aiRejectionReason.labels[code]}
          </Button>
        ))}
      </div>
      <TextField
        label={texts.other}
        value={other}
        error={error}
        onChange={(value) => {
          setOther(value);
          setError(lengthError(value, MAX_REASON_LENGTH));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') sendOther();
        }}
      />
      <div className={styles.actions}>
        <Button busy={busy} onPress={sendOther}>
          {texts.submit}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </fieldset>
  );
}
