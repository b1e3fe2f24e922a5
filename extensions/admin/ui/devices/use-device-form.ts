import { type Device, deviceFieldsSchema, deviceSchema, routes } from '#contracts';
import { deviceTexts } from '../../texts/device-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { issueErrors, useEdit } from '../shared/use-edit.ts';

export interface DeviceEntries {
  readonly serialNumber: string;
  readonly model: string;
}

const NO_ENTRIES: DeviceEntries = { serialNumber: '', model: '' };
const entriesOf = ({ serialNumber, model }: Device): DeviceEntries => ({ serialNumber, model });

/** Form state of a device; null creates a new device. */
export function useDeviceForm(device: Device | null, onSaved: (saved: Device) => void) {
  const { api } = useAdmin();
  return useEdit({
    stored: device,
    savedSchema: deviceSchema,
    entriesOf,
    onSaved,
    initial: device === null ? NO_ENTRIES : entriesOf(device),
    errorMessages: deviceTexts.errorMessages,
    errorFields: { DuplicateSerialNumber: 'serialNumber' },
    check(entries) {
      const { data, error } = deviceFieldsSchema.safeParse(entries);
      return data === undefined ? { errors: issueErrors(error.issues) } : { body: data };
    },
    send: (body, { id, version }) =>
      device === null
        ? api.call(routes.createDevice, { body: { ...body, id } })
        : api.call(routes.updateDevice, { params: { id: device.id }, body, version }),
  });
}
