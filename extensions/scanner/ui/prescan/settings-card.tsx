import { type ReactNode, useId } from 'react';
import {
  acquisitionFilter,
  CUP_DEPTHS_MM,
  DEVICE_SETTING_DEFAULTS,
  DEVICE_SETTING_LIMITS,
  type DeviceSettingValues,
} from '#contracts';
import {
  Button,
  buttonClass,
  Card,
  Checkbox,
  Dropdown,
  ErrorCard,
  FieldError,
  Icon,
  MenuButton,
  type MenuEntry,
  NumberField,
  Switch,
} from '#ui';
import { valuesOf } from '../../state/scanner/settings-choice.ts';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import styles from './prescan.module.css';
import type { SettingErrors } from './use-known-settings.ts';
import type { PrescanChoice } from './use-prescan.ts';

const texts = prescanTexts.settings;

const CUPS = CUP_DEPTHS_MM.map((mm) => ({ id: String(mm), label: texts.cup(mm) }));
const FILTERS = acquisitionFilter.codes.map((id) => ({ id, label: acquisitionFilter.labels[id] }));
const MODES = (['RF', 'BMODE'] as const).map((id) => ({ id, label: texts.modes[id] }));
const MHZ = 1e6;
const { frequency, focus, depth, dynamicRange } = DEVICE_SETTING_LIMITS;

export interface SettingsCardProps {
  readonly choice: PrescanChoice;
  /** True if the user may only view, or the scanner is busy. */
  readonly locked: boolean;
}

/** Card with the scanner's settings: automatic for the cup, or manual. */
export function SettingsCard({ choice, locked }: SettingsCardProps): ReactNode {
  const formErrorId = useId();
  const { settingErrors: errors } = choice;
  const isAutomatic = choice.settings.mode === 'AUTO';
  const cantSave = locked || isAutomatic || choice.known === null || !choice.maySaveSettings;
  return (
    <Card>
      <h2 className={styles.title}>{texts.title}</h2>
      {choice.problem === null ? null : (
        <ErrorCard problem={choice.problem} onRetry={choice.readSettings} />
      )}
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
        errors={errors}
        onChange={choice.setManual}
      />
      {errors[''] === undefined ? null : (
        <FieldError id={formErrorId} alert>
          {errors['']}
        </FieldError>
      )}
      <div className={styles.actions}>
        <MenuButton
          ariaLabel={texts.takeFrom}
          className={buttonClass('plain', 32)}
          entries={locked ? [] : sources(choice)}
        >
          {texts.takeFrom}
          <Icon name="chevron-down" size={16} />
        </MenuButton>
        <Button disabled={cantSave} onPress={() => void choice.saveUserSettings()}>
          {texts.saveUserSettings}
        </Button>
      </div>
      {choice.maySaveSettings || locked ? null : (
        <p className={styles.note}>{texts.roleCantSave}</p>
      )}
    </Card>
  );
}

function automaticNote({ known, problem, cupDepth }: PrescanChoice): string {
  if (known === null) return problem === null ? texts.loading : texts.presetUnknown;
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
    entryOf('last-used', texts.lastUsed, known?.lastUsed ?? null),
    entryOf('own', texts.userSettings, known?.userSettings ? valuesOf(known.userSettings) : null),
    entryOf('preset', texts.preset(cupDepth), known?.presets.get(cupDepth) ?? null),
    entryOf('defaults', texts.defaults, DEVICE_SETTING_DEFAULTS),
  ];
}

interface SettingFieldsProps {
  readonly values: DeviceSettingValues;
  readonly disabled: boolean;
  readonly errors: SettingErrors;
  onChange(values: DeviceSettingValues): void;
}

interface SettingGroupProps {
  readonly values: DeviceSettingValues;
  readonly disabled: boolean;
  readonly errors: SettingErrors;
  set(change: Partial<DeviceSettingValues>): void;
}

function SettingFields({ values, onChange, ...state }: SettingFieldsProps): ReactNode {
  const set = (change: Partial<DeviceSettingValues>) => onChange({ ...values, ...change });
  return (
    <div className={styles.fields}>
      <SettingNumbers {...state} values={values} set={set} />
      <SettingChoices {...state} values={values} set={set} />
    </div>
  );
}

function SettingNumbers({ values, disabled, errors, set }: SettingGroupProps): ReactNode {
  return (
    <>
      <NumberField
        label={texts.frequency}
        unit="MHz"
        min={frequency.min / MHZ}
        max={frequency.max / MHZ}
        step={0.5}
        digits={1}
        value={values.frequency / MHZ}
        error={errors.frequency ?? null}
        disabled={disabled}
        onChange={(mhz) => set({ frequency: Math.round(mhz * MHZ) })}
      />
      <NumberField
        label={texts.focus}
        unit="mm"
        min={focus.min}
        max={focus.max}
        value={values.focus}
        error={errors.focus ?? null}
        disabled={disabled}
        onChange={(mm) => set({ focus: mm })}
      />
      <NumberField
        label={texts.depth}
        unit="mm"
        min={depth.min}
        max={depth.max}
        value={values.depth}
        error={errors.depth ?? null}
        disabled={disabled}
        onChange={(mm) => set({ depth: mm })}
      />
      <NumberField
        label={texts.dynamicRange}
        unit="dB"
        min={dynamicRange.min}
        max={dynamicRange.max}
        disabled={disabled}
        value={values.dynamicRange}
        error={errors.dynamicRange ?? null}
        onChange={(db) => set({ dynamicRange: db })}
      />
    </>
  );
}

function SettingChoices({ values, disabled, errors, set }: SettingGroupProps): ReactNode {
  return (
    <>
      <Dropdown
        label={texts.filter}
        options={FILTERS}
        value={values.filterName}
        error={errors.filterName ?? null}
        disabled={disabled}
        nonNullable
        onChange={(filterName) => set({ filterName })}
      />
      <Dropdown
        label={texts.acquisitionMode}
        options={MODES}
        disabled={disabled}
        value={values.acquisitionMode}
        error={errors.acquisitionMode ?? null}
        nonNullable
        onChange={(acquisitionMode) => set({ acquisitionMode })}
      />
      <Checkbox
        label={texts.compound}
        help={texts.compoundHelp}
        disabled={disabled}
        checked={values.compound}
        error={errors.compound ?? null}
        onChange={(compound) => set({ compound })}
      />
      <Checkbox
        label={texts.doubler}
        help={texts.doublerHelp}
        disabled={disabled}
        checked={values.doubler}
        error={errors.doubler ?? null}
        onChange={(doubler) => set({ doubler })}
      />
    </>
  );
}
