import { deviceSettingsSchema, routes, type StoredDeviceSettings } from '#contracts';
import { checkPreset, newPresetEntries, presetEntries } from '../../model/preset-form.ts';
import { presetTexts } from '../../texts/preset-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useEdit } from '../shared/use-edit.ts';

/** Form state of a preset; `preset` null creates a preset for the cup depth. */
export function usePresetForm(
  preset: StoredDeviceSettings | null,
  cupDepth: number | null,
  onSaved: (saved: StoredDeviceSettings) => void,
) {
  const { api } = useAdmin();
  return useEdit({
    stored: preset,
    initial: preset === null ? newPresetEntries(cupDepth) : presetEntries(preset),
    savedSchema: deviceSettingsSchema,
    entriesOf: (saved: StoredDeviceSettings) => presetEntries(saved),
    errorMessages: presetTexts.errorMessages,
    errorFields: { DuplicateDeviceSettings: 'cupDepth' },
    check: checkPreset,
    send: (body, { id, version }) =>
      preset === null
        ? api.call(routes.createDeviceSettings, { body: { ...body, id } })
        : api.call(routes.updateDeviceSettings, { params: { id: preset.id }, body, version }),
    onSaved,
  });
}
