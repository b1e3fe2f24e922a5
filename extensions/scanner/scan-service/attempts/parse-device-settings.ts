import type { DeviceSettingValues } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { type DeviceSettings, deviceSettingsSchema } from '../../model/index.ts';

/**
 * Converts the settings of a command to device settings. Problem `SETTINGS_OUT_OF_RANGE` names the
 * first value that the device does not support; values are never replaced silently.
 */
export function parseDeviceSettings(values: DeviceSettingValues): Result<DeviceSettings> {
  const read = deviceSettingsSchema.safeParse({
    devSetSchemaVersion: values.devSetSchemaVersion,
    compound: values.compound,
    doubler: values.doubler,
    dynamicRangeDb: values.dynamicRange,
    frequencyHz: values.frequency,
    focusMm: values.focus,
    filterName: values.filterName,
    depthMm: values.depth,
    acquisitionMode: values.acquisitionMode,
  });
  if (read.success) return ok(read.data);
  const [first] = read.error.issues;
  return fail(
    problem(
      'SETTINGS_OUT_OF_RANGE',
      'Invalid device settings',
      `${first?.path.join('.')}: ${first?.message}`,
      'Change the settings and prepare again.',
    ),
  );
}
