import { routes, type StoredDeviceSettings } from '#contracts';
import { newId } from '#foundation';
import { presetFields, presetName } from '../../model/preset-form.ts';
import { presetTexts } from '../../texts/preset-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAction } from '../shared/use-action.ts';

const { feedback, errorMessages } = presetTexts;

/**
 * Returns a function that deletes a preset and offers Undo, which creates a preset with the same
 * values. `onDone` is called after each change.
 */
export function usePresetDeletion(onDone: () => void) {
  const { api, notices } = useAdmin();
  const action = useAction(errorMessages);

  const restore = async (preset: StoredDeviceSettings, id: string): Promise<void> => {
    const restored = await action.run(() =>
      api.call(routes.createDeviceSettings, { body: { ...presetFields(preset), id } }),
    );
    if (restored === null) return;
    onDone();
    notices.show('info', feedback.restored(nameOf(preset)));
  };

  return async (preset: StoredDeviceSettings): Promise<void> => {
    const { id, version } = preset;
    const deleted = await action.run(() =>
      api.call(routes.deleteDeviceSettings, { params: { id }, version }),
    );
    onDone();
    if (deleted === null) return;
    // The same id for repeated presses, so that one preset is created.
    const restoredId = newId();
    notices.show('success', feedback.deleted(nameOf(preset)), {
      label: feedback.undo,
      run: () => void restore(preset, restoredId),
    });
  };
}

const nameOf = ({ devSetSchemaVersion, cupDepth }: StoredDeviceSettings): string =>
  presetName(devSetSchemaVersion, cupDepth ?? 0);
