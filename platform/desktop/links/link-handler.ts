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
/** What decides which data and which server a desktop opens: the handler has to open the same. */
const FOLDERS = ['CLOCKFACE_CONFIG', 'CLOCKFACE_DATA', 'CLOCKFACE_CHROMIUM'];
const VALUES = ['CLOCKFACE_URL', 'CLOCKFACE_PORT', 'CLOCKFACE_MQTT_PORT'];

type Print = (text: string) => void;

/** Writes the desktop entry by which links of our scheme reach this desktop, for this user. */
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

/** Takes it back. Nothing happens where it is not there. */
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
    'Links are registered by hand on this system',
    `This is ${process.platform}.`,
    'Follow docs/desktop.md.',
  );

function applicationsFolder(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local/share'), 'applications');
}

/**
 * The entry, by the Desktop Entry Specification 1.5. It starts the program itself and not npm, which
 * writes its arguments into a log: links may hold a password.
 */
export function desktopEntry(env: NodeJS.ProcessEnv, node: string): string {
  const assignments = [
    ...FOLDERS.flatMap((name) => (env[name] ? [`${name}=${resolve(env[name])}`] : [])),
    ...VALUES.flatMap((name) => (env[name] ? [`${name}=${env[name]}`] : [])),
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

/** Of a value: a backslash is written as two. */
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

/** One argument of Exec: in quotes, its own signs escaped, and then as a value. A % is a field. */
const quoted = (text: string): string =>
  escaped(`"${text.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`);

function runHelper(program: string, args: readonly string[], env: NodeJS.ProcessEnv, print: Print) {
  const done = spawnSync(program, args, { env, stdio: 'ignore' });
  if (done.error !== undefined) print(desktopTexts.noHelper(program));
}
