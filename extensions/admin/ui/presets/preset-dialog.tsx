import type { ReactNode } from 'react';
import {
  acquisitionFilter,
  CUP_DEPTHS_MM,
  DEVICE_SETTING_DEFAULTS,
  type StoredDeviceSettings,
} from '#contracts';
import { formatNumber } from '#foundation';
import { Checkbox, Dropdown, TextField } from '#ui';
import {
  differingPresetFields,
  newPresetEntries,
  PRESET_LIMITS,
  type PresetEntries,
  type PresetNumber,
  presetEntries,
  presetName,
  presetUse,
  presetValueText,
  typedNumber,
} from '../../model/preset-form.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { presetTexts } from '../../texts/preset-texts.ts';
import page from '../shared/dashboard.module.css';
import { EditDialog } from '../shared/edit-dialog.tsx';
import { EditForm } from '../shared/edit-form.tsx';
import { usePresetForm } from './use-preset-form.ts';

const { form } = presetTexts;

const FILTERS = acquisitionFilter.codes.map((id) => ({ id, label: acquisitionFilter.labels[id] }));
const MODES = (['RF', 'BMODE'] as const).map((id) => ({ id, label: form.modes[id] }));

interface PresetDialogProps {
  /** Null creates a new preset. */
  readonly preset: StoredDeviceSettings | null;
  /** Cup depth in mm of a new preset; null to let the user enter a depth. */
  readonly cupDepth: number | null;
  onClose(): void;
  onSaved(saved: StoredDeviceSettings): void;
}

/** Edits the values of a preset, with the limits of the scanner and the product defaults. */
export function PresetDialog(props: PresetDialogProps): ReactNode {
  const { preset, onClose } = props;
  const title = preset === null ? form.create : form.edit(nameOf(preset));
  return (
    <EditDialog title={title} onClose={onClose}>
      <PresetForm {...props} />
    </EditDialog>
  );
}

const nameOf = ({ devSetSchemaVersion, cupDepth }: StoredDeviceSettings): string =>
  presetName(devSetSchemaVersion, cupDepth ?? 0);

type Editing = ReturnType<typeof usePresetForm>;

function PresetForm({ preset, cupDepth, onSaved }: PresetDialogProps): ReactNode {
  const editing = usePresetForm(preset, cupDepth, onSaved);
  const { entries, busy } = editing;
  return (
    <EditForm
      editing={editing}
      submitLabel={submitLabelOf(preset === null, busy)}
      differing={(theirs) => {
        const stored = presetEntries(theirs);
        return differingPresetFields(entries, stored).map((field) => ({
          field: form[field],
          value: presetValueText(stored, field),
        }));
      }}
    >
      <PresetFields editing={editing} />
      <p className={page.note}>{effectText(editing)}</p>
    </EditForm>
  );
}

function submitLabelOf(isNew: boolean, busy: boolean): string {
  if (isNew) return busy ? form.creating : form.createButton;
  return busy ? adminTexts.saving : adminTexts.save;
}

/** Returns which scans will use the preset. */
function effectText({ entries }: Editing): string {
  const version = typedNumber(entries.devSetSchemaVersion);
  const cupDepth = typedNumber(entries.cupDepth);
  if (version === null || cupDepth === null) return form.effect;
  const use = presetUse(version, cupDepth);
  if (use === 'preset') return form.effect;
  return use === 'otherCup' ? form.unused : form.unusedVersion;
}

function PresetFields({ editing }: { readonly editing: Editing }): ReactNode {
  const { entries, set } = editing;
  const versionHelp = form.versionHelp(DEVICE_SETTING_DEFAULTS.devSetSchemaVersion);
  const cups = form.cupHelp(CUP_DEPTHS_MM.map((mm) => formatNumber(mm)).join(', '));
  return (
    <div className={page.pair}>
      <NumberEntry editing={editing} field="cupDepth" help={cups} autoFocus />
      <NumberEntry editing={editing} field="devSetSchemaVersion" help={versionHelp} />
      <NumberEntry editing={editing} field="frequency" />
      <NumberEntry editing={editing} field="focus" />
      <NumberEntry editing={editing} field="depth" />
      <NumberEntry editing={editing} field="dynamicRange" />
      <Dropdown
        label={form.filterName}
        options={FILTERS}
        value={entries.filterName}
        help={defaultText('filterName')}
        nonNullable
        onChange={(filterName) => set({ filterName })}
      />
      <Dropdown
        label={form.acquisitionMode}
        options={MODES}
        value={entries.acquisitionMode}
        help={defaultText('acquisitionMode')}
        nonNullable
        onChange={(acquisitionMode) => set({ acquisitionMode })}
      />
      <Checkbox
        label={form.compound}
        help={defaultText('compound')}
        checked={entries.compound}
        onChange={(compound) => set({ compound })}
      />
      <Checkbox
        label={form.doubler}
        help={defaultText('doubler')}
        checked={entries.doubler}
        onChange={(doubler) => set({ doubler })}
      />
    </div>
  );
}

const defaultText = (field: keyof PresetEntries): string =>
  form.defaultIs(presetValueText(newPresetEntries(), field));

/** A number of the preset; without `help` its limits and product default. */
function NumberEntry(props: {
  readonly editing: Editing;
  readonly field: PresetNumber;
  readonly help?: string;
  readonly autoFocus?: boolean;
}): ReactNode {
  const { editing, field, help, autoFocus = false } = props;
  const { min, max } = PRESET_LIMITS[field];
  const limits = form.limits(formatNumber(min), formatNumber(max), newPresetEntries()[field]);
  return (
    <TextField
      label={form[field]}
      required
      autoFocus={autoFocus}
      maxLength={12}
      value={editing.entries[field]}
      help={help ?? limits}
      error={editing.errors[field] ?? null}
      onChange={(text) => editing.set({ [field]: text })}
    />
  );
}
