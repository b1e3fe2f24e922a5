import type { ReactNode } from 'react';
import { availableLocales, currentLocale } from '#foundation';
import { signInTexts } from '../texts/sign-in-texts.ts';
import { changeLocale } from './change-locale.ts';
import { languageName } from './language-name.ts';
import styles from './language-select.module.css';

/**
 * Selects the language of this browser before sign-in; hidden if there is no choice. `onLeave` runs
 * before the page reloads.
 */
export function LanguageSelect({ onLeave }: { onLeave(): void }): ReactNode {
  if (availableLocales().length < 2) return null;
  return (
    <select
      className={styles.select}
      aria-label={signInTexts.language}
      value={currentLocale()}
      onChange={(event) => {
        onLeave();
        changeLocale(window, event.target.value);
      }}
    >
      {availableLocales().map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {languageName(locale)}
        </option>
      ))}
    </select>
  );
}
