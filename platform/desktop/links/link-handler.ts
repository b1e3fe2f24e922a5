import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { LINK_SCHEME } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { PROJECT_ROOT } from '../environment/server-address.ts';
import { desktopTexts } from '../texts/desktop-texts.ts';

const NAME = 'clockface.desktop';
const MIME_TYPE = `x-scheme-handler/${LINK_SCHEME}`;
/** Variables with paths, which the desktop entry contains as absolute paths. */
const PATH_VARIABLES = ['CLOCKFACE_CONFIG', 'CLOCKFACE_DATA', 'CLOCKFACE_CHROMIUM'];
const OTHER_VARIABLES = ['CLOCKFACE_URL', 'CLOCKFACE_PORT', 'CLOCKFACE_MQTT_PORT'];

type Print = (text: string) => void;

/** Writes the desktop entry that opens `clockface:` links in this desktop, for the current user. */
export function registerLinkHandler(env: NodeJS.ProcessEnv, print: Print): Result<null> {
  if (process.platform !== 'linux') return fail(manualRegistration());
  const folder = applicationsFolder(env);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, NAME);
  writeFileSync(file, desktopEntry(env, process.execPath), { mode: 0o644 });
  runHelper('update-desktop-database', [folder], env, print);
  runHelper('xdg-mime', ['default', NAME, MIME_TYPE], env, print);
  print(desktopTexts.registered(file));
  return ok(null);
}

/** Removes the desktop entry, if present. */
export function unregisterLinkHandler(env: NodeJS.ProcessEnv, print: Print): Result<null> {
  if (process.platform !== 'linux') return fail(manualRegistration());
  const folder = applicationsFolder(env);
  const file = join(folder, NAME);
  if (existsSync(file)) {
    rmSync(file);
    runHelper('update-desktop-database', [folder], env, print);
  }
  print(desktopTexts.unregistered(file));
  return ok(null);
}

const manualRegistration = () =>
  problem(
    'REGISTER_BY_HAND',
    'The link handler must be registered manually on this system',
    `The system is ${process.platform}.`,
    'Follow the steps in docs/desktop.md.',
  );

function applicationsFolder(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local/share'), 'applications');
}

/**
 * Returns the entry by the Desktop Entry Specification 1.5. The entry starts the program without
 * npm, because npm logs its arguments and a link may contain a password. The entry repeats the
 * variables that select data, server and browser, so that a link reaches the same desktop.
 */
export function desktopEntry(env: NodeJS.ProcessEnv, node: string): string {
  const assignments = [
    ...PATH_VARIABLES.flatMap((name) => (env[name] ? [`${name}=${resolve(env[name])}`] : [])),
    ...OTHER_VARIABLES.flatMap((name) => (env[name] ? [`${name}=${env[name]}`] : [])),
  ];
  const command = [
    ...(assignments.length === 0 ? [] : ['env', ...assignments]),
    node,
    join(PROJECT_ROOT, 'platform/desktop/main.ts'),
  ];
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Clockface',
    'Comment=Breast-ultrasound workstation',
    `Exec=${command.map(quoted).join(' ')} %u`,
    `Path=${escaped(PROJECT_ROOT.replace(/\/$/, ''))}`,
    `Icon=${escaped(join(PROJECT_ROOT, 'platform/build/static/icon.svg'))}`,
    'Terminal=false',
    'StartupWMClass=Clockface',
    'Categories=Science;MedicalSoftware;',
    `MimeType=${MIME_TYPE};`,
    '',
  ].join('\n');
}

/** Escapes a value: backslashes and line breaks. */
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

/**
 * Quotes one argument of Exec, then escapes the result as a value. A literal % is doubled, because
 * % starts a field code.
 */
const quoted = (text: string): string =>
  escaped(`"${text.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`);

function runHelper(program: string, args: readonly string[], env: NodeJS.ProcessEnv, print: Print) {
  const done = spawnSync(program, args, { env, stdio: 'ignore' });
  if (done.error !== undefined) print(desktopTexts.noHelper(program));
}
