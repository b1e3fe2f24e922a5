import type { ClientState, Preference } from '#contracts';
import {
  readStates,
  STATES_CODE,
} from '../../../../extensions/breast-planes/model/views/stored-states.ts';
import type { ApiReader } from '../product/api.ts';

/**
 * Returns the stored client state of a scan for the user of `api`; undefined when none is stored.
 */
export async function storedState(
  api: ApiReader,
  scanId: string,
): Promise<ClientState | undefined> {
  const { id } = (await api.get('/accounts/me')) as { id: string };
  const { items } = (await api.get(`/userprefs/${id}`)) as { items: readonly Preference[] };
  const text = items.find(({ prefCode }) => prefCode === STATES_CODE)?.value ?? null;
  return readStates(text).states.find((state) => state.scanId === scanId);
}

/**
 * Returns the stored plane positions, rounded to the digits that a view shows. Saving is delayed by
 * 1 s.
 */
export async function storedPosition(
  api: ApiReader,
  scanId: string,
): Promise<Readonly<Record<string, number>>> {
  const position = (await storedState(api, scanId))?.positions[scanId];
  return Object.fromEntries(
    Object.entries(position ?? {}).flatMap(([key, value]) =>
      typeof value === 'number' ? [[key, Number(value.toFixed(3))]] : [],
    ),
  );
}
