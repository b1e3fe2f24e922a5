import type { ModeDefinition } from '#contracts';
import { actionName, type KeyAction } from '#core';

/**
 * Returns the title of an action with a shortcut: the title that the mode gives the shortcut, else
 * the title of the command or tool, followed by the arguments.
 */
export function actionTitle(
  { keys }: Pick<ModeDefinition, 'keys'>,
  { id, args }: Pick<KeyAction, 'id' | 'args'>,
  declaredTitle: string,
): string {
  const name = actionName({ id, args });
  const titles = keys.flatMap((item) =>
    'command' in item && actionName({ id: item.command, args: item.args }) === name
      ? (item.title ?? [])
      : [],
  );
  return titles[0] ?? `${declaredTitle}${formatArguments(args)}`;
}

/** Formats arguments to distinguish two shortcuts of a command: `{by: -5}` → ' (−5)'. */
function formatArguments(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  const values = Object.values(args).filter((value) => ['number', 'string'].includes(typeof value));
  if (values.length === 0) return '';
  return ` (${values.map((value) => String(value).replace('-', '−')).join(', ')})`;
}
