import { actionName, type KeyAction, type KeyChoices, sameKey } from '#core';
import type { Application } from '../application/application.ts';
import { appActions } from '../commands/app-actions.ts';
import { formatArguments } from '../commands/format-arguments.ts';
import { commandTexts } from '../texts/command-texts.ts';

/** Command or tool that can have a shortcut. */
export interface KeyRow {
  /** Name of the action in the user's choices. */
  readonly action: string;
  readonly title: string;
  readonly group: string;
  /** Modes in which the shortcut works; 'everywhere' includes all modes. */
  readonly where: 'everywhere' | readonly string[];
  readonly standard: string | null;
  /** Modes that define the default; in other modes the action may have none. */
  readonly standardIn: 'everywhere' | readonly string[];
}

/** Returns all commands and tools that the user may use, with their defaults. */
export function keyRows(application: Application): readonly KeyRow[] {
  const everywhere = appActions(application).map(
    ({ id, title, defaultKey }): KeyRow => ({
      action: id,
      title,
      group: commandTexts.groups.everywhere,
      where: 'everywhere',
      standard: defaultKey,
      standardIn: 'everywhere',
    }),
  );
  const rows = new Map(everywhere.map((row) => [row.action, row]));
  for (const row of modeRows(application)) {
    const before = rows.get(row.action);
    if (before === undefined) rows.set(row.action, row);
    else if (before.where !== 'everywhere' && row.where !== 'everywhere') {
      const where = [...new Set([...before.where, ...row.where])];
      const standardIn = [...new Set([...before.standardIn, ...row.standardIn])];
      const standard = before.standard ?? row.standard;
      rows.set(row.action, { ...before, where, standard, standardIn });
    }
  }
  return [...rows.values()];
}

type Mode = Application['host']['modes'][number]['mode'];

function modeRows(application: Application): readonly KeyRow[] {
  const { host, services } = application;
  return host.modes
    .filter(({ mode, problem }) => problem === null && services.session.can(mode.features))
    .flatMap(({ mode }) => [...boundRows(application, mode), ...plainRows(application, mode)]);
}

function boundRows({ host }: Application, mode: Mode): readonly KeyRow[] {
  return mode.keys.flatMap((item) => {
    const isTool = 'tool' in item;
    const id = isTool ? item.tool : item.command;
    const declared = (isTool ? host.tools : host.commands).findDeclared(id);
    if (!declared.ok) return [];
    const args = isTool ? null : item.args;
    const title = `${declared.value.declaration.title}${formatArguments(args)}`;
    return [rowOf(mode, { kind: isTool ? 'tool' : 'command', id, args }, title, item.key)];
  });
}

/**
 * Returns the tools and commands of the mode's extensions without a default; leaves out commands
 * that need arguments.
 */
function plainRows({ host }: Application, mode: Mode): readonly KeyRow[] {
  const belongs = ({ owner }: { readonly owner: string }): boolean =>
    mode.requires.includes(owner) || mode.optional.includes(owner);
  const bound = mode.keys.map((item) => ('tool' in item ? item.tool : item.command));
  const isFree = ({ declaration: { id } }: { readonly declaration: { readonly id: string } }) =>
    !bound.includes(id);
  const tools = host.tools
    .declared()
    .filter((contribution) => belongs(contribution) && isFree(contribution));
  const commands = host.commands.declared().filter((contribution) => {
    if (!belongs(contribution) || !isFree(contribution)) return false;
    const registered = host.commands.get(contribution.declaration.id);
    return !registered.ok || registered.value.definition.validate(undefined).ok;
  });
  return [
    ...tools.map(({ declaration: { id, title } }) =>
      rowOf(mode, { kind: 'tool', id, args: null }, title, null),
    ),
    ...commands.map(({ declaration: { id, title } }) =>
      rowOf(mode, { kind: 'command', id, args: null }, title, null),
    ),
  ];
}

function rowOf(mode: Mode, action: KeyAction, title: string, standard: string | null): KeyRow {
  const standardIn = standard === null ? [] : [mode.id];
  const where = [mode.id];
  return { action: actionName(action), title, group: mode.title, where, standard, standardIn };
}

/** Returns the effective shortcut of a row: the user's choice or the default; null for none. */
export function keyInForce(row: KeyRow, choices: KeyChoices): string | null {
  const userKey = choices.keys[row.action];
  return userKey === undefined ? row.standard : userKey;
}

/** Returns the other rows that use this key in a mode where this row also works. */
export function conflictsOf(
  rows: readonly KeyRow[],
  row: KeyRow,
  key: string,
  choices: KeyChoices,
): readonly KeyRow[] {
  // A chosen shortcut applies wherever its row works, a default only in its own modes.
  const scopeOf = (one: KeyRow): KeyRow['where'] =>
    Object.hasOwn(choices.keys, one.action) || (one === row && key !== one.standard)
      ? one.where
      : one.standardIn;
  return rows.filter((other) => {
    if (other.action === row.action || !overlap(scopeOf(row), scopeOf(other))) return false;
    const otherKey = keyInForce(other, choices);
    return otherKey !== null && sameKey(otherKey, key);
  });
}

function overlap(scope: KeyRow['where'], other: KeyRow['where']): boolean {
  if (scope === 'everywhere' || other === 'everywhere') return true;
  return scope.some((mode) => other.includes(mode));
}
