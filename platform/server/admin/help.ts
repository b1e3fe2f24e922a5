import type { AdminCommand } from './commands/command.ts';

const CALL = 'npm run admin --';

/** Help text of a command. */
export function helpOf({ name, summary, options, examples }: AdminCommand): string {
  const rows = Object.entries(options).map(([option, { value, help, required, multiple }]) => {
    const usage = `--${option}${value === undefined ? '' : ` ${value}`}`;
    const notes = [required === true ? 'required' : '', multiple === true ? 'repeatable' : ''];
    const note = notes.filter((part) => part !== '').join(', ');
    return `  ${usage.padEnd(26)} ${help}${note === '' ? '' : ` (${note})`}`;
  });
  return [
    `${CALL} ${name}`,
    summary,
    ...(rows.length === 0 ? [] : ['', 'Options:', ...rows]),
    '',
    'Examples:',
    ...examples.map((example) => `  ${CALL} ${example}`),
  ].join('\n');
}

/** Help text with one line for each command. */
export function helpOfAll(commands: readonly AdminCommand[]): string {
  return [
    'Administers a site from its own machine, whether Clockface runs or not. Uses the data folder of',
    'CLOCKFACE_DATA (./data), or the PostgreSQL of DATABASE_URL, with the site configuration of',
    'CLOCKFACE_CONFIG.',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(22)} ${summary}`),
    '',
    `${CALL} COMMAND --help lists its options and examples.`,
  ].join('\n');
}
