import {
  type AcquisitionFilter,
  acquisitionFilter,
  CUP_DEPTHS_MM,
  DEVICE_SETTING_DEFAULTS,
  DEVICE_SETTING_LIMITS,
  type DeviceSettingsFields,
  type DeviceSettingValues,
  type PresetFields,
  type StoredDeviceSettings,
} from '#contracts';
import { formatNumber } from '#foundation';
import { presetTexts } from '../texts/preset-texts.ts';

const { form } = presetTexts;

/** Which settings scans of a version and a cup depth take; `other…`: no scan takes the preset. */
export type PresetUse = 'preset' | 'defaults' | 'otherCup' | 'otherVersion';

export interface PresetRow {
  readonly id: string;
  readonly version: number;
  /** Millimetres. */
  readonly cupDepth: number;
  /** Null for a cup without a preset, whose scans take the product defaults. */
  readonly preset: StoredDeviceSettings | null;
  readonly values: DeviceSettingValues;
  readonly use: PresetUse;
}

const SCAN_VERSION = DEVICE_SETTING_DEFAULTS.devSetSchemaVersion;
const isCup = (cupDepth: number): boolean => CUP_DEPTHS_MM.some((mm) => mm === cupDepth);

/** Returns why a preset is used or not. */
export function presetUse(version: number, cupDepth: number): Exclude<PresetUse, 'defaults'> {
  if (version !== SCAN_VERSION) return 'otherVersion';
  return isCup(cupDepth) ? 'preset' : 'otherCup';
}

/**
 * Returns the presets and the cups without a preset, sorted by settings version and cup depth.
 */
export function presetRows(presets: readonly StoredDeviceSettings[]): readonly PresetRow[] {
  const stored = presets.map((preset): PresetRow => {
    const { id, devSetSchemaVersion: version } = preset;
    const cupDepth = preset.cupDepth ?? 0;
    return { id, version, cupDepth, preset, values: preset, use: presetUse(version, cupDepth) };
  });
  const used = stored.filter(({ use }) => use === 'preset');
  const missing = CUP_DEPTHS_MM.filter((mm) => !used.some(({ cupDepth }) => cupDepth === mm)).map(
    (mm): PresetRow => ({
      id: `defaults-${mm}`,
      version: SCAN_VERSION,
      cupDepth: mm,
      preset: null,
      values: DEVICE_SETTING_DEFAULTS,
      use: 'defaults',
    }),
  );
  return [...stored, ...missing].sort((a, b) => a.version - b.version || a.cupDepth - b.cupDepth);
}

/** Formats a cup depth as '45 mm'. */
export const cupText = (mm: number): string => `${formatNumber(mm)} mm`;

/** Returns the name of the settings of a version and a cup depth: '45 mm, version 1'. */
export function presetName(version: number, cupDepth: number): string {
  return presetTexts.name(cupText(cupDepth), version);
}

/** Entries of the form; numbers as typed, the frequency in MHz. */
export interface PresetEntries {
  readonly devSetSchemaVersion: string;
  readonly cupDepth: string;
  readonly frequency: string;
  readonly focus: string;
  readonly depth: string;
  readonly dynamicRange: string;
  readonly filterName: AcquisitionFilter;
  readonly acquisitionMode: DeviceSettingValues['acquisitionMode'];
  readonly compound: boolean;
  readonly doubler: boolean;
}

const NUMBERS = [
  'devSetSchemaVersion',
  'cupDepth',
  'frequency',
  'focus',
  'depth',
  'dynamicRange',
] as const;
export type PresetNumber = (typeof NUMBERS)[number];
const FIELDS = [...NUMBERS, 'filterName', 'acquisitionMode', 'compound', 'doubler'] as const;

const MHZ = 1_000_000;
const { frequency, focus, depth, dynamicRange } = DEVICE_SETTING_LIMITS;

/** Limits of a typed number, in the unit of the field. */
export const PRESET_LIMITS: Readonly<
  Record<PresetNumber, { readonly min: number; readonly max: number }>
> = {
  devSetSchemaVersion: { min: 1, max: 1_000 },
  cupDepth: { min: 1, max: 200 },
  frequency: { min: frequency.min / MHZ, max: frequency.max / MHZ },
  focus,
  depth,
  dynamicRange,
};

const number = (value: number): string =>
  formatNumber(value, { maximumFractionDigits: 6, useGrouping: false });

/** Returns the entries of settings; an unknown cup depth is empty. */
export function presetEntries(
  values: DeviceSettingValues & { readonly cupDepth: number | null },
): PresetEntries {
  const { filterName, acquisitionMode, compound, doubler } = values;
  return {
    devSetSchemaVersion: number(values.devSetSchemaVersion),
    cupDepth: values.cupDepth === null ? '' : number(values.cupDepth),
    frequency: number(values.frequency / MHZ),
    focus: number(values.focus),
    depth: number(values.depth),
    dynamicRange: number(values.dynamicRange),
    filterName,
    acquisitionMode,
    compound,
    doubler,
  };
}

/** Returns the product defaults for a cup depth in mm; null leaves the depth empty. */
export function newPresetEntries(cupDepth: number | null = null): PresetEntries {
  return presetEntries({ ...DEVICE_SETTING_DEFAULTS, cupDepth });
}

/** Reads a decimal number with point or comma; null for other text. */
export function typedNumber(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

/** Returns the error of a typed number; null if it is within the limits of its field. */
function numberError(field: PresetNumber, text: string): string | null {
  const { min, max } = PRESET_LIMITS[field];
  const value = typedNumber(text);
  const isWhole = field === 'devSetSchemaVersion';
  const isValid = value !== null && value >= min && value <= max;
  if (isValid && (!isWhole || Number.isInteger(value))) return null;
  return (isWhole ? form.wholeNumberFrom : form.numberFrom)(number(min), number(max));
}

/** Returns the body of the request, or the errors by field. */
export function checkPreset(
  entries: PresetEntries,
): { readonly body: PresetFields } | { readonly errors: Partial<Record<PresetNumber, string>> } {
  const errors = NUMBERS.flatMap((field) => {
    const error = numberError(field, entries[field]);
    return error === null ? [] : [[field, error] as const];
  });
  if (errors.length > 0) return { errors: Object.fromEntries(errors) };
  const { filterName, acquisitionMode, compound, doubler } = entries;
  const value = (field: PresetNumber): number => typedNumber(entries[field]) ?? Number.NaN;
  return {
    body: {
      devSetSchemaVersion: value('devSetSchemaVersion'),
      cupDepth: value('cupDepth'),
      frequency: Math.round(value('frequency') * MHZ),
      focus: value('focus'),
      depth: value('depth'),
      dynamicRange: value('dynamicRange'),
      filterName,
      acquisitionMode,
      compound,
      doubler,
      mode: 'AUTO',
    },
  };
}

/** Returns the values of a stored preset as the body of a request. */
export function presetFields(preset: StoredDeviceSettings): DeviceSettingsFields {
  const { devSetSchemaVersion, cupDepth, filterName, acquisitionMode, mode } = preset;
  const { frequency: hz, focus: focusMm, depth: depthMm, dynamicRange: db } = preset;
  return {
    devSetSchemaVersion,
    cupDepth,
    frequency: hz,
    focus: focusMm,
    depth: depthMm,
    dynamicRange: db,
    filterName,
    acquisitionMode,
    compound: preset.compound,
    doubler: preset.doubler,
    mode,
  };
}

/** Returns the fields whose values differ. */
export function differingPresetFields(
  mine: PresetEntries,
  theirs: PresetEntries,
): readonly (keyof PresetEntries)[] {
  return FIELDS.filter((field) => comparable(mine[field]) !== comparable(theirs[field]));
}

/** Numbers by value; other entries unchanged. */
const comparable = (entry: string | boolean): string | number | boolean =>
  (typeof entry === 'string' ? typedNumber(entry) : null) ?? entry;

/** Returns the text of a field's value. */
export function presetValueText(entries: PresetEntries, field: keyof PresetEntries): string {
  if (field === 'filterName') return acquisitionFilter.labels[entries.filterName];
  if (field === 'acquisitionMode') return form.modes[entries.acquisitionMode];
  const value = entries[field];
  if (typeof value === 'string') return value;
  return value ? form.on : form.off;
}
