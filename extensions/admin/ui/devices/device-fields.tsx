import type { ReactNode } from 'react';
import { TextField } from '#ui';
import { deviceTexts } from '../../texts/device-texts.ts';
import type { useDeviceForm } from './use-device-form.ts';

const { form } = deviceTexts;

/** Serial number and name of a device, shared by the dialog and the page. */
export function DeviceFields(props: {
  readonly editing: ReturnType<typeof useDeviceForm>;
  readonly size?: 32 | 40;
}): ReactNode {
  const { entries, errors, set } = props.editing;
  const size = props.size ?? 32;
  return (
    <>
      <TextField
        label={form.serialNumber}
        required
        autoFocus
        size={size}
        maxLength={64}
        value={entries.serialNumber}
        help={form.serialHelp}
        error={errors.serialNumber ?? null}
        onChange={(serialNumber) => set({ serialNumber })}
      />
      <TextField
        label={form.model}
        required
        size={size}
        maxLength={100}
        value={entries.model}
        help={form.modelHelp}
        error={errors.model ?? null}
        onChange={(model) => set({ model })}
      />
    </>
  );
}
