import { type FormEvent, useState } from 'react';
import { type Device, deviceFieldsSchema, deviceSchema, routes } from '#contracts';
import type { CallProblem } from '#core';
import { newId } from '#foundation';
import { deviceTexts } from '../../texts/device-texts.ts';
import { useAdmin } from '../admin-context.ts';
import { refusalText } from '../use-act.ts';

export interface DeviceEntries {
  readonly serialNumber: string;
  readonly model: string;
}
type Errors = Readonly<Partial<Record<keyof DeviceEntries | '', string>>>;

const entriesOf = ({ serialNumber, model }: Device): DeviceEntries => ({ serialNumber, model });

/** Serial number and name of a device: made, or changed by its version. */
export function useDeviceForm(device: Device | null, onSaved: (saved: Device) => void) {
  const { api, refreshCounts } = useAdmin();
  const [entries, setEntries] = useState<DeviceEntries>(() =>
    device === null ? { serialNumber: '', model: '' } : entriesOf(device),
  );
  // The same entries sent again, after an answer that was lost, are the same device.
  const [id, setId] = useState(() => newId());
  const [version, setVersion] = useState(device?.version ?? 0);
  const [errors, setErrors] = useState<Errors>({});
  const [theirs, setTheirs] = useState<Device | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (over: number): Promise<void> => {
    const checked = deviceFieldsSchema.safeParse(entries);
    if (!checked.success) {
      const found = checked.error.issues.map(({ path, message }) => [path[0] ?? '', message]);
      return setErrors(Object.fromEntries(found.reverse()));
    }
    setBusy(true);
    const body = checked.data;
    const answer =
      device === null
        ? await api.call(routes.createDevice, { body: { ...body, id } })
        : await api.call(routes.updateDevice, {
            ...{ params: { id: device.id }, body, version: over },
          });
    setBusy(false);
    if (answer.ok) {
      refreshCounts();
      return onSaved(answer.value);
    }
    const newer = newerOf(answer.problem);
    if (newer !== null) setTheirs(newer);
    else setErrors(errorsOf(answer.problem));
  };
  return {
    ...{ entries, errors, theirs, busy },
    set(change: Partial<DeviceEntries>): void {
      setEntries((before) => ({ ...before, ...change }));
      setId(newId());
      setErrors({});
    },
    submit(event: FormEvent): void {
      event.preventDefault();
      if (!busy) void send(version);
    },
    takeTheirs(): void {
      if (theirs === null) return;
      setEntries(entriesOf(theirs));
      setVersion(theirs.version);
      setTheirs(null);
    },
    keepMine(): void {
      if (theirs === null) return;
      setVersion(theirs.version);
      setTheirs(null);
      void send(theirs.version);
    },
  };
}

function newerOf(problem: CallProblem): Device | null {
  return problem.status === 412 ? (deviceSchema.safeParse(problem.data).data ?? null) : null;
}

function errorsOf(problem: CallProblem): Errors {
  if (problem.fields.length > 0) {
    return Object.fromEntries(
      problem.fields.map(({ field, message }) => [field.split('.').at(-1) ?? '', message]),
    );
  }
  const text = refusalText(problem, deviceTexts.refusals);
  return problem.errorType === 'DuplicateSerialNumber' ? { serialNumber: text } : { '': text };
}
