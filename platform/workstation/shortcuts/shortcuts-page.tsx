import type { ReactNode } from 'react';
import { isCharacterKey, type KeyChoices } from '#core';
import { Button, useStore } from '#ui';
import type { Application } from '../application/application.ts';
import { useApplication } from '../application/application-context.ts';
import { sectionTitles } from '../keyboard/key-section.ts';
import { keyText } from '../keyboard/key-text.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { pageTitle } from '../navigation/page-titles.ts';
import { effectiveKey, type KeyRow } from '../preferences/key-rows.ts';
import { useKeyRows } from '../preferences/use-key-rows.ts';
import { commandTexts } from '../texts/command-texts.ts';
import styles from './shortcuts.module.css';

const texts = commandTexts.sheet;

/** Sheet of all shortcuts that work for this user, by section; for the screen and for printing. */
export function ShortcutsPage(): ReactNode {
  const { services, commands, host } = useApplication();
  const choices = useStore(services.userKeys.store);
  const layout = useStore(commands.layout);
  const rows = useKeyRows().filter((row) => isActive(row, choices));
  const groups = [...new Set(rows.map(({ group }) => group))];
  return (
    <PageFrame title={pageTitle('/shortcuts')}>
      <div className={styles.page} data-sheet>
        <div className={styles.head}>
          <p>{texts.intro}</p>
          <Button onPress={() => window.print()}>{texts.print}</Button>
        </div>
        {groups.map((group) => (
          <div key={group} className={styles.group}>
            <h2>{group}</h2>
            <div className={styles.sections}>
              {sectionsOf(
                rows.filter((row) => row.group === group),
                host,
              ).map(({ title, titles }) => (
                <section key={title} className={styles.section} aria-label={title}>
                  {title === group ? null : <h3>{title}</h3>}
                  <dl>
                    {[...titles].map(([name, keys]) => (
                      <div key={name}>
                        <dt>
                          {keys.map((row) => (
                            <kbd key={row.action}>
                              {keyText(effectiveKey(row, choices) ?? '', layout)}
                            </kbd>
                          ))}
                        </dt>
                        <dd>{name}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
            </div>
          </div>
        ))}
      </div>
    </PageFrame>
  );
}

/** Returns whether the row has a shortcut that is not switched off. */
function isActive(row: KeyRow, choices: KeyChoices): boolean {
  const key = effectiveKey(row, choices);
  return key !== null && (choices.characterKeys || !isCharacterKey(key));
}

interface Section {
  readonly title: string;
  /** Rows by title, because an action can have several shortcuts. */
  readonly titles: ReadonlyMap<string, readonly KeyRow[]>;
}

/** Groups rows by section, in the order of the modes. */
function sectionsOf(rows: readonly KeyRow[], host: Application['host']): readonly Section[] {
  const order = host.modes.flatMap(({ mode }) => sectionTitles(mode));
  const titles = [...new Set(rows.map(({ section }) => section))];
  return titles
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((title) => ({
      title,
      titles: Map.groupBy(
        rows.filter((row) => row.section === title),
        (row) => row.title,
      ),
    }));
}
