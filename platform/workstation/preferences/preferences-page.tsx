import type { ReactNode } from 'react';
import { Switch, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { isDim, setDim } from '../commands/dim.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { preferenceTexts } from '../texts/preference-texts.ts';
import { KeyPreferences } from './key-preferences.tsx';
import styles from './preferences.module.css';

const { title, intro, display } = preferenceTexts;

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
        <KeyPreferences />
      </div>
    </PageFrame>
  );
}
