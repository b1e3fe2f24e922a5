import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useState } from 'react';
import type { Problem } from '#foundation';
import { Button } from '../buttons/button.tsx';
import { copyText } from '../files/copy-text.ts';
import styles from '../layout/card.module.css';
import { dialogTexts } from '../texts/dialog-texts.ts';

const COPY_LABELS = {
  no: dialogTexts.copyDetails,
  yes: dialogTexts.copied,
  failed: dialogTexts.copyFailed,
} as const;

export interface ErrorCardProps {
  readonly problem: Problem;
  readonly retryLabel?: string;
  onRetry?(): void;
}

/**
 * Shows a failure in place of the failed part, with reason and next step; the rest of the page
 * stays usable.
 */
export function ErrorCard({
  problem,
  retryLabel = dialogTexts.tryAgain,
  onRetry,
}: ErrorCardProps): ReactNode {
  const [copied, setCopied] = useState<keyof typeof COPY_LABELS>('no');
  const copy = (): void => {
    const text = [problem.code, problem.title, problem.detail, problem.next, problem.source ?? '']
      .filter((line) => line !== '')
      .join('\n');
    void copyText(text).then((done) => setCopied(done ? 'yes' : 'failed'));
  };
  return (
    <div role="alert" className={styles.error}>
      <p className={styles.title}>
        <CircleAlert size={18} strokeWidth={1.5} aria-hidden />
        {problem.title}
      </p>
      {problem.detail === '' ? null : <p className={styles.detail}>{problem.detail}</p>}
      <p>{problem.next}</p>
      <div className={styles.actions}>
        {onRetry === undefined ? null : <Button onPress={() => onRetry()}>{retryLabel}</Button>}
        <Button kind="quiet" onPress={copy}>
          {COPY_LABELS[copied]}
        </Button>
      </div>
    </div>
  );
}
