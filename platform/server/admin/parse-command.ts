import { parseArgs } from 'node:util';
import { fail, messageOf, ok, problem, type Result } from '#foundation';
import type { AdminCommand, AdminValues } from './commands/command.ts';
import { helpOf } from './help.ts';

export interface ParsedCommand {
  readonly command: AdminCommand;
  readonly values: AdminValues;
  /** True for `--help`. */
  readonly showsHelp: boolean;
}

const usageError = (detail: string, next: string) =>
  problem('ADMIN_USAGE', 'Invalid command', detail, next);

/** Parses a command line into a command and its option values. */
export function parseCommand(
  commands: readonly AdminCommand[],
  line: readonly string[],
): Result<ParsedCommand> {
  const command = commands.find(({ name }) => {
    const words = name.split(' ');
    return words.every((word, idx) => line[idx] === word);
  });
  if (command === undefined) {
    const names = commands.map(({ name }) => name).join(', ');
    return fail(usageError(`There is no command "${line[0] ?? ''}".`, `Use one of: ${names}.`));
  }
  const args = line.slice(command.name.split(' ').length);
  if (args.includes('--help')) return ok({ command, values: {}, showsHelp: true });
  try {
    const options = Object.fromEntries(
      Object.entries(command.options).map(([name, { value }]) => [
        name,
        { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true },
      ]),
    );
    const parsed = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
    return validateArgs(command, parsed.values);
  } catch (thrown) {
    return fail(usageError(messageOf(thrown), helpOf(command)));
  }
}

type ParsedArgs = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

function validateArgs(command: AdminCommand, args: ParsedArgs): Result<ParsedCommand> {
  const values: Record<string, readonly string[]> = {};
  for (const [name, option] of Object.entries(command.options)) {
    const raw = args[name];
    // `parseArgs` returns arrays, because all options are declared as multiple; undefined when
    // absent.
    const list = [raw ?? []].flat().map((value) => (typeof value === 'string' ? value : ''));
    if (option.required === true && list.length === 0) {
      return fail(usageError(`--${name} is missing.`, helpOf(command)));
    }
    if (option.multiple !== true && list.length > 1) {
      return fail(usageError(`--${name} is given twice.`, helpOf(command)));
    }
    if (list.length > 0) values[name] = list;
  }
  return ok({ command, values, showsHelp: false });
}
