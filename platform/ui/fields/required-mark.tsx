import type { ReactNode } from 'react';
import { fieldTexts } from '../texts/field-texts.ts';
import styles from './field.module.css';

/** Marks a required field with text. */
export function RequiredMark({ required }: { readonly required?: boolean | undefined }): ReactNode {
  if (required !== true) return null;
  return <span className={styles.required}> {fieldTexts.required}</span>;
}
