import type { ReactNode } from 'react';
import { fieldTexts } from '../texts/field-texts.ts';
import styles from './field.module.css';

/** Says in words that a field must be filled in. */
export function RequiredMark({ required }: { readonly required?: boolean | undefined }): ReactNode {
  if (required !== true) return null;
  return <span className={styles.required}> {fieldTexts.required}</span>;
}
