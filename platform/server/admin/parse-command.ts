import { parseArgs } from 'node:util';
import { fail, messageOf, ok, problem, type Result } from '#foundation';
import type { AdminCommand, AdminValues } from './command.ts';
import { helpOf } from './help.ts';

export interface ParsedCommand {
  readonly command: AdminCommand;
  readonly values: AdminValues;
  /** Asked what the command does. */
  readonly wantsHelp: boolean;
}

const wrong = (detail: string, next: string) =>
  problem('ADMIN_USAGE', 'This command could not be read', detail, next);

/** The command that a line names, and its options by name. */
export function parseCommand(
  commands: readonly AdminCommand[],
  line: readonly string[],
): Result<ParsedCommand> {
  const command = commands.find(({ name }) => {
    const words = name.split(' ');
    return words.every((word, at) => line[at] === word);
  });
  if (command === undefined) {
    const names = commands.map(({ name }) => name).join(', ');
    return fail(wrong(`There is no command "${line[0] ?? ''}".`, `Use one of: ${names}.`));
  }
  const args = line.slice(command.name.split(' ').length);
  if (args.includes('--help')) return ok({ command, values: {}, wantsHelp: true });
  try {
    const options = Object.fromEntries(
      Object.entries(command.options).map(([name, { value }]) => [
        name,
        { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true },
      ]),
    );
    const parsed = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
    return checked(command, parsed.values);
  } catch (thrown) {
    return fail(wrong(messageOf(thrown), helpOf(command)));
  }
}

type Given = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

function checked(command: AdminCommand, given: Given): Result<ParsedCommand> {
  const values: Record<string, readonly string[]> = {};
  for (const [name, option] of Object.entries(command.options)) {
    const one = given[name];
    const list = (Array.isArray(one) ? one : one === undefined ? [] : [one]).map((value) =>
      typeof value === 'string' ? value : '',
    );
    if (option.required === true && list.length === 0) {
      return fail(wrong(`--${name} is missing.`, helpOf(command)));
    }
    if (option.multiple !== true && list.length > 1) {
      return fail(wrong(`--${name} is given twice.`, helpOf(command)));
    }
    if (list.length > 0) values[name] = list;
  }
  return ok({ command, values, wantsHelp: false });
}
