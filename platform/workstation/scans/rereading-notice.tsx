import type { ReactNode } from 'react';
import type { Rereading } from '#contracts';
import { stampOf } from '#foundation';
import { Icon } from '#ui';
import { scanChangeTexts } from '../texts/scan-change-texts.ts';
import styles from './scans.module.css';

const texts = scanChangeTexts.rereading;

/** Returns who corrected which side, and when. */
export function rereadingText({ laterality, by, at }: Rereading): string {
  return texts.text(scanChangeTexts.side[laterality], by ?? texts.unknownUser, stampOf(at));
}

/** Says that a study must be read again; nothing without a request. */
export function RereadingNotice(props: { readonly rereading: Rereading | null }): ReactNode {
  const { rereading } = props;
  if (rereading === null) return null;
  return (
    <p className={styles.rereading}>
      <Icon name="warning" size={16} />
      <span>
        {rereadingText(rereading)} {texts.reason(rereading.reason)}
      </span>
    </p>
  );
}

/** Short mark of a study in a list that must be read again. */
export function RereadingMark(props: { readonly rereading: Rereading | null }): ReactNode {
  const { rereading } = props;
  if (rereading === null) return null;
  return (
    <span className={styles.rereadingMark} title={rereadingText(rereading)}>
      {texts.mark}
    </span>
  );
}
