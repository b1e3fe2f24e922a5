import { type KeyBinding, resolveKeys } from './keys.ts';

/** Key choices of a user; the mode's defaults apply otherwise. */
export interface KeyChoices {
  /** False disables all single-character keys, for users of speech input (WCAG 2.1.4). */
  readonly characterKeys: boolean;
  /** Key by action name; null for no key. */
  readonly keys: Readonly<Record<string, string | null>>;
}

export const NO_KEY_CHOICES: KeyChoices = { characterKeys: true, keys: {} };

/** The action of a key binding, without the key. */
export type KeyAction = Pick<KeyBinding, 'kind' | 'id' | 'args'>;

/** Returns the name of an action in choices: the id, plus the arguments if any. */
export function actionName({ id, args }: Pick<KeyAction, 'id' | 'args'>): string {
  return args === null || args === undefined ? id : `${id} ${JSON.stringify(args)}`;
}

/**
 * Overlays a mode's keys with the user's choices; a chosen key wins over the default of another
 * action. `otherActions` lists actions
 * without a default key.
 */
export function overlayKeys(
  defaults: readonly KeyBinding[],
  choices: KeyChoices,
  otherActions: readonly KeyAction[] = [],
): ReturnType<typeof resolveKeys> {
  const selected = new Map<string, KeyBinding>();
  for (const action of [...defaults, ...otherActions]) {
    const key = choices.keys[actionName(action)];
    const { kind, id, args } = action;
    if (typeof key === 'string') selected.set(actionName(action), { key, kind, id, args });
  }
  const unchanged = defaults.filter((binding) => !Object.hasOwn(choices.keys, actionName(binding)));
  const bindings = [...selected.values(), ...unchanged];
  if (choices.characterKeys) return resolveKeys(bindings);
  return resolveKeys(bindings.filter(({ key }) => !isCharacterKey(key)));
}

const CHARACTER_CODES =
  /^(Key[A-Z]|Digit\d|Numpad(\d|Add|Subtract|Multiply|Divide|Decimal|Comma|Equal)|Minus|Equal|Bracket(Left|Right)|Backquote|Quote|Semicolon|Comma|Period|Slash|Backslash|Intl\w+|.)$/;

/**
 * True for a letter, digit or sign alone or with Shift, which speech input may trigger by accident.
 */
export function isCharacterKey(key: string): boolean {
  const parts = key.split(' ')[0]?.split('+') ?? [];
  const main = parts.at(-1) ?? '';
  return parts.slice(0, -1).every((part) => part === 'Shift') && CHARACTER_CODES.test(main);
}
