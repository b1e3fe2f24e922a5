import { useCallback, useEffect, useState } from 'react';
import { type DeviceSettingValues, OWN_SETTINGS_FEATURES } from '#contracts';
import { apiToken, type ExtensionContext, noticesToken, sessionToken } from '#core';
import type { Problem } from '#foundation';
import {
  type KnownSettings,
  readKnownSettings,
  saveUserSettings,
} from '../../state/scanner/settings-choice.ts';
import { prescanTexts } from '../../texts/prescan-texts.ts';

/** Saved settings for a patient's scan. */
export interface KnownSettingsState {
  /** Null until read. */
  readonly known: KnownSettings | null;
  /** Why the settings could not be read; null while loading and after success. */
  readonly problem: Problem | null;
  /** True if the user's role may save own settings. */
  readonly maySave: boolean;
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
    const saved = await saveUserSettings(api, known, values, userId);
    if (saved.ok) {
      setKnown((before) => before && { ...before, userSettings: saved.value });
      notices.show('success', prescanTexts.settings.saved);
    } else notices.showProblem(saved.problem);
  };
  const maySave = session.can(OWN_SETTINGS_FEATURES);
  return { known, problem, maySave, read: () => void read(), save };
}
