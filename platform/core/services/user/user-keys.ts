import * as z from 'zod';
import { createStore } from 'zustand/vanilla';
import type { CallProblem } from '#api-client';
import { type Disposable, type Result, toDisposable } from '#foundation';
import { type KeyChoices, NO_KEY_CHOICES } from '../../registries/key-overlay.ts';
import type { ReadonlyStore } from '../store.ts';
import type { Preferences } from './preferences.ts';

const KEYS_CODE = 'keys';

const choicesSchema = z.object({
  characterKeys: z.boolean(),
  keys: z.record(z.string().max(300), z.string().max(60).nullable()),
});

/** Key choices of the signed-in user, stored as a preference. */
export interface UserKeys extends Disposable {
  readonly store: ReadonlyStore<KeyChoices>;
  /**
   * Changes several keys at once, e.g. when an action takes the key of another; undefined restores
   * the default.
   */
  set(
    keys: Readonly<Record<string, string | null | undefined>>,
  ): Promise<Result<void, CallProblem>>;
  setCharacterKeys(on: boolean): Promise<Result<void, CallProblem>>;
  resetAll(): Promise<Result<void, CallProblem>>;
}

export function createUserKeys(preferences: Preferences): UserKeys {
  const read = (): KeyChoices => parse(preferences.store.getState().values.get(KEYS_CODE));
  const store = createStore<KeyChoices>(read);
  let storedText = preferences.store.getState().values.get(KEYS_CODE);
  const subscription = toDisposable(
    preferences.store.subscribe(({ values }) => {
      if (values.get(KEYS_CODE) === storedText) return;
      storedText = values.get(KEYS_CODE);
      store.setState(read(), true);
    }),
  );
  const save = (choices: KeyChoices) => preferences.save(KEYS_CODE, JSON.stringify(choices));
  return {
    store,
    async set(changes) {
      const ready = await preferences.whenReady();
      if (!ready.ok) return ready;
      const current = store.getState();
      const keys = Object.entries({ ...current.keys, ...changes }).filter(
        (entry): entry is [string, string | null] => entry[1] !== undefined,
      );
      return save({ ...current, keys: Object.fromEntries(keys) });
    },
    async setCharacterKeys(on) {
      const ready = await preferences.whenReady();
      return ready.ok ? save({ ...store.getState(), characterKeys: on }) : ready;
    },
    resetAll: () => preferences.reset(KEYS_CODE),
    dispose: () => subscription.dispose(),
  };
}

/** Ignores an unreadable value, e.g. written by another version. */
function parse(text: string | undefined): KeyChoices {
  if (text === undefined) return NO_KEY_CHOICES;
  try {
    return choicesSchema.safeParse(JSON.parse(text)).data ?? NO_KEY_CHOICES;
  } catch {
    // Not JSON; the next change overwrites the value.
    return NO_KEY_CHOICES;
  }
}
