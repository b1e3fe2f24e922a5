import type { ReactNode } from 'react';
import { acquisitionFilter, DEVICE_SETTING_DEFAULTS, type DeviceSettingValues } from '#contracts';
import {
  Button,
  buttonClass,
  Card,
  Checkbox,
  Dropdown,
  Icon,
  MenuButton,
  type MenuEntry,
  NumberField,
  Switch,
} from '#ui';
import { CUP_DEPTHS_MM, valuesOf } from '../../state/scanner/settings-choice.ts';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import styles from './prescan.module.css';
import type { PrescanChoice } from './use-prescan.ts';

const texts = prescanTexts.settings;

const CUPS = CUP_DEPTHS_MM.map((mm) => ({ id: String(mm), label: texts.cup(mm) }));
const FILTERS = acquisitionFilter.codes.map((id) => ({ id, label: acquisitionFilter.labels[id] }));
const MODES = (['RF', 'BMODE'] as const).map((id) => ({ id, label: texts.modes[id] }));
const MHZ = 1e6;

export interface SettingsCardProps {
  readonly choice: PrescanChoice;
  /** True if the user may only view, or the scanner is busy. */
  readonly locked: boolean;
}

/** Card with the scanner's settings: automatic for the cup, or manual. */
export function SettingsCard({ choice, locked }: SettingsCardProps): ReactNode {
  const isAutomatic = choice.settings.mode === 'AUTO';
  return (
    <Card>
      <h2 className={styles.title}>{texts.title}</h2>
      <div className={styles.row}>
        <Dropdown
          label={texts.cupDepth}
          options={CUPS}
          value={String(choice.cupDepth)}
          nonNullable
          disabled={locked}
          onChange={(id) => choice.setCupDepth(Number(id))}
        />
        <Switch
          label={texts.automatic}
          checked={isAutomatic}
          disabled={locked}
          onChange={(on) => choice.setManual(on ? null : choice.settings)}
        />
      </div>
      <p className={styles.note}>{isAutomatic ? automaticNote(choice) : texts.manualHelp}</p>
      <SettingFields
        values={choice.settings}
        disabled={locked || isAutomatic}
        onChange={choice.setManual}
      />
      <div className={styles.actions}>
        <MenuButton
          ariaLabel={texts.takeFrom}
          className={buttonClass('plain', 32)}
          entries={locked ? [] : sources(choice)}
        >
          {texts.takeFrom}
          <Icon name="chevron-down" size={16} />
        </MenuButton>
        <Button disabled={locked || isAutomatic} onPress={() => void choice.saveUserSettings()}>
          {texts.saveUserSettings}
        </Button>
      </div>
    </Card>
  );
}

function automaticNote({ known, cupDepth }: PrescanChoice): string {
  return known.presets.has(cupDepth)
    ? texts.presetInForce(cupDepth)
    : texts.defaultsInForce(cupDepth);
}

/** Returns the sources of manual settings; a missing source is shown disabled. */
function sources(choice: PrescanChoice): readonly MenuEntry[] {
  const { known, cupDepth } = choice;
  const entryOf = (id: string, label: string, values: DeviceSettingValues | null): MenuEntry => ({
    id,
    label,
    disabled: values === null,
    run: () => choice.setManual(values),
  });
  return [
    entryOf('last-used', texts.lastUsed, known.lastUsed),
    entryOf(
      'own',
      texts.userSettings,
      known.userSettings === null ? null : valuesOf(known.userSettings),
    ),
    entryOf('preset', texts.preset(cupDepth), known.presets.get(cupDepth) ?? null),
    entryOf('defaults', texts.defaults, DEVICE_SETTING_DEFAULTS),
  ];
}

interface SettingFieldsProps {
  readonly values: DeviceSettingValues;
  readonly disabled: boolean;
  onChange(values: DeviceSettingValues): void;
}

interface SettingGroupProps {
  readonly values: DeviceSettingValues;
  readonly disabled: boolean;
  set(change: Partial<DeviceSettingValues>): void;
}

function SettingFields({ values, disabled, onChange }: SettingFieldsProps): ReactNode {
  const set = (change: Partial<DeviceSettingValues>) => onChange({ ...values, ...change });
  return (
    <div className={styles.fields}>
      <SettingNumbers values={values} disabled={disabled} set={set} />
      <SettingChoices values={values} disabled={disabled} set={set} />
    </div>
  );
}

function SettingNumbers({ values, disabled, set }: SettingGroupProps): ReactNode {
  return (
    <>
      <NumberField
        label={texts.frequency}
        unit="MHz"
        min={1}
        max={20}
        step={0.5}
        digits={1}
        value={values.frequency / MHZ}
        disabled={disabled}
        onChange={(mhz) => set({ frequency: Math.round(mhz * MHZ) })}
      />
      <NumberField
        label={texts.focus}
        unit="mm"
        min={5}
        max={60}
        value={values.focus}
        disabled={disabled}
        onChange={(focus) => set({ focus })}
      />
      <NumberField
        label={texts.depth}
        unit="mm"
        min={20}
        max={80}
        value={values.depth}
        disabled={disabled}
        onChange={(depth) => set({ depth })}
      />
      <NumberField
        label={texts.dynamicRange}
        unit="dB"
        min={20}
        max={120}
        disabled={disabled}
        value={values.dynamicRange}
        onChange={(dynamicRange) => set({ dynamicRange })}
      />
    </>
  );
}

function SettingChoices({ values, disabled, set }: SettingGroupProps): ReactNode {
  return (
    <>
      <Dropdown
        label={texts.filter}
        options={FILTERS}
        value={values.filterName}
        disabled={disabled}
        nonNullable
        onChange={(filterName) => set({ filterName })}
      />
      <Dropdown
        label={texts.acquisitionMode}
        options={MODES}
        disabled={disabled}
        value={values.acquisitionMode}
        nonNullable
        onChange={(acquisitionMode) => set({ acquisitionMode })}
      />
      <Checkbox
        label={texts.compound}
        help={texts.compoundHelp}
        disabled={disabled}
        checked={values.compound}
        onChange={(compound) => set({ compound })}
      />
      <Checkbox
        label={texts.doubler}
        help={texts.doublerHelp}
        disabled={disabled}
        checked={values.doubler}
        onChange={(doubler) => set({ doubler })}
      />
    </>
  );
}
