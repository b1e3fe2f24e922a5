import { actionName, type KeyAction, type KeyChoices, sameKey } from '#core';
import type { Application } from '../application/application.ts';
import { actionTitle } from '../commands/action-title.ts';
import { appActions } from '../commands/app-actions.ts';
import { keySection } from '../keyboard/key-section.ts';
import { commandTexts } from '../texts/command-texts.ts';

/** Command or tool that can have a shortcut. */
export interface KeyRow {
  /** Name under which the user's choices store the shortcut. */
  readonly action: string;
  readonly title: string;
  readonly group: string;
  /** Section within the group. */
  readonly section: string;
  /** Modes in which a shortcut chosen by the user works; 'everywhere' includes all modes. */
  readonly scope: 'everywhere' | readonly string[];
  /** Default shortcut in tinykeys notation; null for none. */
  readonly defaultKey: string | null;
  /** Modes that define the default shortcut; in other modes of `scope` the action has none. */
  readonly defaultScope: 'everywhere' | readonly string[];
}

/** Returns all commands and tools that the user may use, with their defaults. */
export function keyRows(application: Application): readonly KeyRow[] {
  const everywhere = appActions(application).map(
    ({ id, title, defaultKey }): KeyRow => ({
      action: id,
      title,
      group: commandTexts.groups.everywhere,
      section: commandTexts.groups.everywhere,
      scope: 'everywhere',
      defaultKey,
      defaultScope: 'everywhere',
    }),
  );
  const rows = new Map(everywhere.map((row) => [row.action, row]));
  for (const row of modeRows(application)) {
    const listed = rows.get(row.action);
    if (listed === undefined) rows.set(row.action, row);
    else if (listed.scope !== 'everywhere' && row.scope !== 'everywhere') {
      const scope = [...new Set([...listed.scope, ...row.scope])];
      const defaultScope = [...new Set([...listed.defaultScope, ...row.defaultScope])];
      const defaultKey = listed.defaultKey ?? row.defaultKey;
      rows.set(row.action, { ...listed, scope, defaultKey, defaultScope });
    }
  }
  return [...rows.values()];
}

type Mode = Application['host']['modes'][number]['mode'];

function modeRows(application: Application): readonly KeyRow[] {
  const { host, services } = application;
  return host.modes
    .filter(({ mode, problem }) => problem === null && services.session.can(mode.features))
    .flatMap(({ mode }) => [...boundRows(application, mode), ...unboundRows(application, mode)]);
}

/** Returns the commands and tools to which the mode gives a default shortcut. */
function boundRows({ host }: Application, mode: Mode): readonly KeyRow[] {
  return mode.keys.flatMap((item) => {
    const isTool = 'tool' in item;
    const id = isTool ? item.tool : item.command;
    const declared = (isTool ? host.tools : host.commands).findDeclared(id);
    if (!declared.ok) return [];
    const args = isTool ? null : item.args;
    const title = actionTitle(mode, { id, args }, declared.value.declaration.title);
    return [rowOf(mode, { kind: isTool ? 'tool' : 'command', id, args }, title, item.key)];
  });
}

/**
 * Returns the tools and commands of the mode's extensions without a default shortcut; leaves out
 * commands that need arguments.
 */
function unboundRows({ host }: Application, mode: Mode): readonly KeyRow[] {
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

function rowOf(mode: Mode, action: KeyAction, title: string, defaultKey: string | null): KeyRow {
  const defaultScope = defaultKey === null ? [] : [mode.id];
  const scope = [mode.id];
  const section = keySection(mode, action);
  return {
    action: actionName(action),
    title,
    group: mode.title,
    section,
    scope,
    defaultKey,
    defaultScope,
  };
}

/** Returns the effective shortcut of a row: the user's choice or the default; null for none. */
export function effectiveKey(row: KeyRow, choices: KeyChoices): string | null {
  const userKey = choices.keys[row.action];
  return userKey === undefined ? row.defaultKey : userKey;
}

/** Returns the other rows that would have the same `key` in a mode in which `row` has the key. */
export function conflictsOf(
  rows: readonly KeyRow[],
  row: KeyRow,
  key: string,
  choices: KeyChoices,
): readonly KeyRow[] {
  // A chosen shortcut applies wherever its row works, a default only in its own modes.
  const scopeOf = (entry: KeyRow): KeyRow['scope'] =>
    Object.hasOwn(choices.keys, entry.action) || (entry === row && key !== entry.defaultKey)
      ? entry.scope
      : entry.defaultScope;
  return rows.filter((other) => {
    if (other.action === row.action || !overlap(scopeOf(row), scopeOf(other))) return false;
    const otherKey = effectiveKey(other, choices);
    return otherKey !== null && sameKey(otherKey, key);
  });
}

function overlap(scope: KeyRow['scope'], other: KeyRow['scope']): boolean {
  if (scope === 'everywhere' || other === 'everywhere') return true;
  return scope.some((mode) => other.includes(mode));
}
