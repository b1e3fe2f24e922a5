import { installIssueTexts } from '#contracts';
import { jsonLogger, type Logger, type Problem, type Result, systemClock } from '#foundation';
import { loadSite, siteConfigFile } from '../site/load-site.ts';
import { readSettings } from '../supervisor/settings.ts';
import { Teardown } from '../supervisor/teardown.ts';
import { allCommands } from './commands/all-commands.ts';
import type { AdminCommand } from './commands/command.ts';
import { helpOf, helpOfAll } from './help.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { type ParsedCommand, parseCommand } from './parse-command.ts';
import { promptSecret } from './prompt-secret.ts';

const FAILED = 1;
const USAGE_ERROR = 2;

/** Logs only errors, to standard error; standard output has only the result. */
const logger: Logger = (() => {
  const stderrLogger = jsonLogger('admin', (line) => process.stderr.write(`${line}\n`));
  return {
    log: (level, message, fields) => {
      if (level === 'error') stderrLogger.log(level, message, fields);
    },
  };
})();

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Runs one command line.
 * @returns the exit code: 0 done, 1 rejected or failed, 2 usage error
 */
export async function runAdmin(
  line: readonly string[],
  env: NodeJS.ProcessEnv,
  commands: readonly AdminCommand[] = allCommands,
): Promise<number> {
  if (line.length === 0 || line[0] === '--help' || line[0] === 'help') {
    print(helpOfAll(commands));
    return 0;
  }
  const parsed = parseCommand(commands, line);
  if (!parsed.ok) return printProblem(parsed.problem, USAGE_ERROR);
  if (parsed.value.showsHelp) {
    print(helpOf(parsed.value.command));
    return 0;
  }
  installIssueTexts();
  const teardown = new Teardown(logger);
  try {
    const done = await runOn(parsed.value, env, teardown);
    return done.ok ? 0 : printProblem(done.problem, FAILED);
  } finally {
    await teardown.run();
  }
}

async function runOn(
  { command, values }: ParsedCommand,
  env: NodeJS.ProcessEnv,
  teardown: Teardown,
): Promise<Result<void>> {
  const site = loadSite(siteConfigFile(env));
  if (!site.ok) return site;
  const settings = readSettings(site.value, env);
  if (!settings.ok) return settings;
  const database = await openSiteDatabase(settings.value, teardown, logger);
  if (!database.ok) return database;
  const { db, url } = database.value;
  const context = { site: site.value, settings: settings.value, db, databaseUrl: url };
  return command.run({ ...context, clock: systemClock, logger, print, promptSecret }, values);
}

function printProblem({ title, detail, next }: Problem, code: number): number {
  process.stderr.write(`${title}\n${detail}\n${next}\n`);
  return code;
}
