import { actionName, type KeyAction, type KeyChoices, sameKey } from '#core';
import { appActions } from '../commands/app-actions.ts';
import { formatArguments } from '../commands/format-arguments.ts';
import type { Application } from '../start/application.ts';
import { commandTexts } from '../texts/command-texts.ts';

/** Something that can have a key. */
export interface KeyRow {
  /** As choices name it. */
  readonly action: string;
  readonly title: string;
  readonly group: string;
  /** Modes in which it works; 'everywhere' works beside all of them. */
  readonly where: 'everywhere' | readonly string[];
  readonly standard: string | null;
  /** Modes that give it that key; it may work in others without one. */
  readonly standardIn: 'everywhere' | readonly string[];
}

/** All commands and tools that this person can use, with the keys that they have by themselves. */
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

/** What the mode's extensions bring besides; what needs arguments can't have a key of its own. */
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

/** The key in force of a row: the chosen one, or its own; null: none. */
export function keyInForce(row: KeyRow, choices: KeyChoices): string | null {
  const userKey = choices.keys[row.action];
  return userKey === undefined ? row.standard : userKey;
}

/** Other rows that have this key at a place where this row works, too. */
export function conflictsOf(
  rows: readonly KeyRow[],
  row: KeyRow,
  key: string,
  choices: KeyChoices,
): readonly KeyRow[] {
  // A key that somebody chose works wherever its row does, a mode's own key in that mode alone.
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
