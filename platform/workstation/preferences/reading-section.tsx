import type { ReactNode } from 'react';
import {
  CORONAL_SLABS_MM,
  coronalSlabMmOf,
  type DistanceUnit,
  distanceUnitOf,
  firstLayoutOf,
  opensMenuOnDwell,
  READING_PREFERENCES,
} from '#core';
import { Button, Dropdown, Switch, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { preferenceTexts } from '../texts/preference-texts.ts';
import styles from './preferences.module.css';

const texts = preferenceTexts.reading;
const CODES = READING_PREFERENCES;
/** Option without a stored preference. */
const DEFAULT = 'default';
const DEFAULT_SLAB_MM = 2;

/** Preferences with which a reader starts; each applies at once. */
export function ReadingSection(): ReactNode {
  const { services } = useApplication();
  const { preferences, notices } = services;
  const values = useStore(preferences.store, (state) => state.values);
  const save = async (code: string, value: string | null): Promise<void> => {
    const saved = await (value === null ? preferences.reset(code) : preferences.save(code, value));
    if (!saved.ok) notices.showProblem(saved.problem);
  };
  const resetAll = (): void => {
    for (const code of Object.values(CODES)) if (values.has(code)) void save(code, null);
  };
  const isDefault = Object.values(CODES).every((code) => !values.has(code));
  return (
    <section className={styles.section} aria-labelledby="preferences-reading">
      <h2 id="preferences-reading">{texts.title}</h2>
      <LayoutChoice value={firstLayoutOf(values)} onChange={(id) => void save(CODES.layout, id)} />
      <Dropdown<string>
        nonNullable
        label={texts.slab}
        help={texts.slabHelp}
        value={String(coronalSlabMmOf(values) ?? DEFAULT_SLAB_MM)}
        options={CORONAL_SLABS_MM.map((mm) => ({ id: String(mm), label: slabText(mm) }))}
        onChange={(mm) => void save(CODES.slab, mm === String(DEFAULT_SLAB_MM) ? null : mm)}
      />
      <Dropdown<DistanceUnit>
        nonNullable
        label={texts.distance}
        help={texts.distanceHelp}
        value={distanceUnitOf(values)}
        options={(['mm', 'cm'] as const).map((id) => ({ id, label: texts.units[id] }))}
        onChange={(unit) => void save(CODES.distance, unit === 'mm' ? null : unit)}
      />
      <Switch
        label={texts.dwell}
        help={texts.dwellHelp}
        checked={opensMenuOnDwell(values)}
        onChange={(on) => void save(CODES.dwellMenu, on ? null : 'off')}
      />
      <div>
        <Button disabled={isDefault} onPress={resetAll}>
          {texts.reset}
        </Button>
      </div>
    </section>
  );
}

function slabText(mm: number): string {
  const text = mm === 0 ? texts.slice : texts.mm(mm);
  return mm === DEFAULT_SLAB_MM ? texts.standard(text) : text;
}

/** Chooses among the layouts of all extensions that have a tab; null lets the study decide. */
function LayoutChoice(props: {
  readonly value: string | null;
  onChange(id: string | null): void;
}): ReactNode {
  const { host } = useApplication();
  const layouts = host.hangingProtocols
    .declared()
    .map(({ declaration }) => declaration)
    .filter(({ tab, id }) => tab || id === props.value);
  const isKnown = layouts.some(({ id }) => id === props.value);
  return (
    <Dropdown<string>
      nonNullable
      label={texts.layout}
      help={texts.layoutHelp}
      value={isKnown && props.value !== null ? props.value : DEFAULT}
      options={[
        { id: DEFAULT, label: texts.byStudy },
        ...layouts.map(({ id, title }) => ({ id, label: title })),
      ]}
      onChange={(id) => props.onChange(id === DEFAULT ? null : id)}
    />
  );
}
