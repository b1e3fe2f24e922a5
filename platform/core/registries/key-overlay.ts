import { type KeyBinding, resolveKeys } from './keys.ts';

/** What a person has chosen about keys; everything else is as the modes say. */
export interface KeyChoices {
  /** False: no key that is a single character works; for those who dictate (WCAG 2.1.4). */
  readonly characterKeys: boolean;
  /** By action; null: no key. */
  readonly keys: Readonly<Record<string, string | null>>;
}

export const NO_KEY_CHOICES: KeyChoices = { characterKeys: true, keys: {} };

/** What a key does, without the key. */
export type KeyAction = Pick<KeyBinding, 'kind' | 'id' | 'args'>;

/** Names an action in choices: its id, and its arguments where it has some. */
export function actionName({ id, args }: Pick<KeyAction, 'id' | 'args'>): string {
  return args === null || args === undefined ? id : `${id} ${JSON.stringify(args)}`;
}

/**
 * The keys of a mode with a person's choices over them. A chosen key wins over one that the mode
 * gives to something else. `more`: what has no key by itself and may have been given one.
 */
export function overlayKeys(
  defaults: readonly KeyBinding[],
  choices: KeyChoices,
  more: readonly KeyAction[] = [],
): ReturnType<typeof resolveKeys> {
  const selected = new Map<string, KeyBinding>();
  for (const action of [...defaults, ...more]) {
    const key = choices.keys[actionName(action)];
    const { kind, id, args } = action;
    if (typeof key === 'string') selected.set(actionName(action), { key, kind, id, args });
  }
  const unchanged = defaults.filter((binding) => !Object.hasOwn(choices.keys, actionName(binding)));
  const all = [...selected.values(), ...unchanged];
  return resolveKeys(choices.characterKeys ? all : all.filter(({ key }) => !isCharacterKey(key)));
}

const CHARACTER_CODES =
  /^(Key[A-Z]|Digit\d|Numpad(\d|Add|Subtract|Multiply|Divide|Decimal|Comma|Equal)|Minus|Equal|Bracket(Left|Right)|Backquote|Quote|Semicolon|Comma|Period|Slash|Backslash|Intl\w+|.)$/;

/** True for a letter, digit or sign alone or with Shift, which dictation may type by accident. */
export function isCharacterKey(key: string): boolean {
  const parts = key.split(' ')[0]?.split('+') ?? [];
  const main = parts.at(-1) ?? '';
  return parts.slice(0, -1).every((part) => part === 'Shift') && CHARACTER_CODES.test(main);
}
