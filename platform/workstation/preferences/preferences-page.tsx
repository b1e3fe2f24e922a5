import type { ReactNode } from 'react';
import { availableLocales, currentLocale } from '#foundation';
import { Dropdown, Switch, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { isDim, setDim } from '../commands/dim.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { changeAccountLocale } from '../locale/change-locale.ts';
import { languageName } from '../locale/language-name.ts';
import { preferenceTexts } from '../texts/preference-texts.ts';
import { KeyPreferences } from './key-preferences.tsx';
import styles from './preferences.module.css';
import { ReadingSection } from './reading-section.tsx';

const { title, intro, display, language } = preferenceTexts;

/** Preferences of the user, stored on the server. */
export function PreferencesPage(): ReactNode {
  const { services } = useApplication();
  const dim = useStore(services.preferences.store, () => isDim(services));
  return (
    <PageFrame title={title}>
      <div className={styles.page}>
        <p className={styles.none}>{intro}</p>
        <section className={styles.section} aria-labelledby="preferences-display">
          <h2 id="preferences-display">{display.title}</h2>
          <Switch
            label={display.dim}
            help={display.dimHelp}
            checked={dim}
            onChange={(on) => setDim(services, on)}
          />
        </section>
        <ReadingSection />
        <LanguageSection />
        <KeyPreferences />
      </div>
    </PageFrame>
  );
}

function LanguageSection(): ReactNode {
  const { services } = useApplication();
  return (
    <section className={styles.section} aria-labelledby="preferences-language">
      <h2 id="preferences-language">{language.title}</h2>
      <Dropdown
        nonNullable
        label={language.label}
        help={language.help}
        value={currentLocale()}
        options={availableLocales().map((id) => ({ id, label: languageName(id) }))}
        onChange={(locale) => void changeAccountLocale(window, services, locale)}
      />
    </section>
  );
}
