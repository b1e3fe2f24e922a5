import { useMemo, useState } from 'react';
import type { DeviceSettingValues, PatientPosition } from '#contracts';
import type { ExtensionContext } from '#core';
import type { Problem } from '#foundation';
import type { ScanPreparation } from '../../state/scanner/scanner-checks.ts';
import {
  automaticSettings,
  DEFAULT_CUP_DEPTH_MM,
  differingFields,
  type KnownSettings,
  manualSettings,
} from '../../state/scanner/settings-choice.ts';
import { type AddressChoice, useAddressChoice } from './use-address-choice.ts';
import { type SettingErrors, useKnownSettings } from './use-known-settings.ts';

const NO_KNOWN_SETTINGS: KnownSettings = { lastUsed: null, userSettings: null, presets: new Map() };

/** Choices of the operator on the prescan page. */
export interface PrescanChoice extends AddressChoice {
  readonly position: PatientPosition;
  readonly cupDepth: number;
  /** The effective settings: automatic for the cup, or manual. */
  readonly settings: DeviceSettingValues;
  /** False while the settings are automatic and the presets are not known. */
  readonly settingsKnown: boolean;
  /** Saved settings; null until read. */
  readonly known: KnownSettings | null;
  /** Why the saved settings could not be read. */
  readonly problem: Problem | null;
  readonly maySaveSettings: boolean;
  /** Errors of the last attempt to save the settings, by field; '' holds that of the whole form. */
  readonly settingErrors: SettingErrors;
  readSettings(): void;
  setPosition(position: PatientPosition): void;
  setCupDepth(mm: number): void;
  /** Null returns to automatic settings. */
  setManual(values: DeviceSettingValues | null): void;
  saveUserSettings(): Promise<void>;
}

/**
 * Returns the choices for a patient. Side and protocol are those of the address; reads saved
 * settings when the page opens.
 */
export function usePrescan(context: ExtensionContext, patientId: string): PrescanChoice {
  const { known, problem, maySave, read, save, ...saving } = useKnownSettings(context, patientId);
  const inAddress = useAddressChoice(context);
  const [position, setPosition] = useState<PatientPosition>('SUPINE');
  const [cupDepth, setCupDepth] = useState<number>(DEFAULT_CUP_DEPTH_MM);
  const [manual, setManual] = useState<DeviceSettingValues | null>(null);
  const settings = useMemo(
    () =>
      manual === null
        ? automaticSettings(known ?? NO_KNOWN_SETTINGS, cupDepth)
        : manualSettings(manual),
    [manual, known, cupDepth],
  );
  return {
    ...inAddress,
    position,
    cupDepth,
    settings,
    settingsKnown: known !== null || manual !== null,
    known,
    problem,
    maySaveSettings: maySave,
    settingErrors: saving.errors,
    readSettings: read,
    setPosition,
    setCupDepth,
    setManual(values) {
      saving.clearErrors(
        differingFields(
          settings,
          values ?? automaticSettings(known ?? NO_KNOWN_SETTINGS, cupDepth),
        ),
      );
      setManual(values);
    },
    saveUserSettings: () => save(settings),
  };
}

/** Returns the settings to prepare the scanner for. */
export function preparationOf({ settings, cupDepth }: PrescanChoice): ScanPreparation {
  return { settings, cupDepth };
}
