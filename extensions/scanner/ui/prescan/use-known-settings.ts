import { useCallback, useEffect, useState } from 'react';
import {
  DEVICE_SETTING_DEFAULTS,
  type DeviceSettingValues,
  OWN_SETTINGS_FEATURES,
} from '#contracts';
import { apiToken, type ExtensionContext, formErrorsOf, noticesToken, sessionToken } from '#core';
import type { Problem } from '#foundation';
import {
  type KnownSettings,
  readKnownSettings,
  saveUserSettings,
} from '../../state/scanner/settings-choice.ts';
import { prescanTexts } from '../../texts/prescan-texts.ts';

export type SettingErrors = Readonly<Record<string, string>>;

/** Fields of the form. */
const FIELDS: readonly string[] = Object.keys(DEVICE_SETTING_DEFAULTS);

/** Saved settings for a patient's scan. */
export interface KnownSettingsState {
  /** Null until read. */
  readonly known: KnownSettings | null;
  /** Why the settings could not be read; null while loading and after success. */
  readonly problem: Problem | null;
  /** True if the user's role may save own settings. */
  readonly maySave: boolean;
  /** Errors of the last attempt to save, by field; '' holds the error of the whole form. */
  readonly errors: SettingErrors;
  /** Removes the errors of changed fields, and that of the whole form. */
  clearErrors(fields: readonly string[]): void;
  read(): void;
  /** Saves settings as the user's own. */
  save(values: DeviceSettingValues): Promise<void>;
}

/** Reads the saved settings when the page opens. */
export function useKnownSettings(context: ExtensionContext, patientId: string): KnownSettingsState {
  const api = context.use(apiToken);
  const notices = context.use(noticesToken);
  const session = context.use(sessionToken);
  const userId = session.store.getState().user?.id ?? null;
  const [known, setKnown] = useState<KnownSettings | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [errors, setErrors] = useState<SettingErrors>({});
  const read = useCallback(() => {
    if (userId === null) return () => undefined;
    let cancelled = false;
    setProblem(null);
    void readKnownSettings(api, patientId, userId).then((result) => {
      if (cancelled) return;
      if (result.ok) setKnown(result.value);
      else setProblem(result.problem);
    });
    return () => {
      cancelled = true;
    };
  }, [api, patientId, userId]);
  useEffect(() => read(), [read]);
  const save = async (values: DeviceSettingValues): Promise<void> => {
    if (userId === null || known === null) return;
    setErrors({});
    const saved = await saveUserSettings(api, known, values, userId);
    if (saved.ok) {
      setKnown((before) => before && { ...before, userSettings: saved.value });
      notices.show('success', prescanTexts.settings.saved);
    } else if (saved.problem.fields.length > 0) setErrors(formErrorsOf(saved.problem, FIELDS));
    else notices.showProblem(saved.problem);
  };
  const clearErrors = (fields: readonly string[]): void =>
    setErrors((shown) =>
      Object.fromEntries(
        Object.entries(shown).filter(([field]) => field !== '' && !fields.includes(field)),
      ),
    );
  const maySave = session.can(OWN_SETTINGS_FEATURES);
  return { known, problem, maySave, errors, clearErrors, read: () => void read(), save };
}
