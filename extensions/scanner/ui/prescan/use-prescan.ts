import { useEffect, useMemo, useState } from 'react';
import {
  type DeviceSettingValues,
  type PatientPosition,
  type ScanProtocol,
  type ScanSide,
  scanProtocol,
  scanSide,
} from '#contracts';
import { apiToken, type ExtensionContext, noticesToken, sessionToken } from '#core';
import type { ScanPreparation } from '../../state/scanner/scanner-checks.ts';
import {
  automaticSettings,
  DEFAULT_CUP_DEPTH_MM,
  type KnownSettings,
  manualSettings,
  readKnownSettings,
  saveUserSettings,
} from '../../state/scanner/settings-choice.ts';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import { useHashQuery } from '../shared/use-hash-query.ts';

const NO_KNOWN_SETTINGS: KnownSettings = { lastUsed: null, userSettings: null, presets: new Map() };

/** Choices of the operator on the prescan page. */
export interface PrescanChoice {
  readonly side: ScanSide | null;
  readonly protocol: ScanProtocol;
  readonly position: PatientPosition;
  readonly cupDepth: number;
  /** The effective settings: automatic for the cup, or manual. */
  readonly settings: DeviceSettingValues;
  readonly known: KnownSettings;
  setSide(side: ScanSide): void;
  setProtocol(protocol: ScanProtocol): void;
  setPosition(position: PatientPosition): void;
  setCupDepth(mm: number): void;
  /** Null returns to automatic settings. */
  setManual(values: DeviceSettingValues | null): void;
  saveUserSettings(): Promise<void>;
}

/**
 * Returns the choices for a patient, starting with the values of the address (`side`, `protocol`);
 * reads saved settings once.
 */
export function usePrescan(context: ExtensionContext, patientId: string): PrescanChoice {
  const { known, save } = useKnownSettings(context, patientId);
  const requestedSide = scanSide.schema.safeParse(useHashQuery('side'));
  const requestedProtocol = scanProtocol.schema.safeParse(useHashQuery('protocol'));
  const [side, setSide] = useState<ScanSide | null>(requestedSide.data ?? null);
  const [protocol, setProtocol] = useState<ScanProtocol>(requestedProtocol.data ?? 'FULL');
  const [position, setPosition] = useState<PatientPosition>('SUPINE');
  const [cupDepth, setCupDepth] = useState<number>(DEFAULT_CUP_DEPTH_MM);
  const [manual, setManual] = useState<DeviceSettingValues | null>(null);
  const settings = useMemo(
    () => (manual === null ? automaticSettings(known, cupDepth) : manualSettings(manual)),
    [manual, known, cupDepth],
  );
  return {
    side,
    protocol,
    position,
    cupDepth,
    settings,
    known,
    setSide,
    setProtocol,
    setPosition,
    setCupDepth,
    setManual,
    saveUserSettings: () => save(settings),
  };
}

/** Returns the saved settings, and a function that saves settings as the operator's own. */
function useKnownSettings(context: ExtensionContext, patientId: string) {
  const api = context.use(apiToken);
  const notices = context.use(noticesToken);
  const userId = context.use(sessionToken).store.getState().user?.id ?? null;
  const [known, setKnown] = useState(NO_KNOWN_SETTINGS);
  useEffect(() => {
    if (userId === null) return;
    let cancelled = false;
    void readKnownSettings(api, patientId, userId).then((result) => {
      if (cancelled) return;
      if (result.ok) setKnown(result.value);
      else notices.showProblem(result.problem);
    });
    return () => {
      cancelled = true;
    };
  }, [api, notices, patientId, userId]);
  const save = async (values: DeviceSettingValues): Promise<void> => {
    if (userId === null) return;
    const saved = await saveUserSettings(api, known, values, userId);
    if (saved.ok) {
      setKnown((before) => ({ ...before, userSettings: saved.value }));
      notices.show('success', prescanTexts.settings.saved);
    } else notices.showProblem(saved.problem);
  };
  return { known, save };
}

/** Returns the settings to prepare the scanner for. */
export function preparationOf({ settings, cupDepth }: PrescanChoice): ScanPreparation {
  return { settings, cupDepth };
}
