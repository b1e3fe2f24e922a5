// Makes a fresh clone runnable: installs by the lock file, makes sure that Node 24 runs the
// product, builds the web application, finds or installs a browser for the tests.
// Plain JavaScript without dependencies: it must run on whatever Node ≥ 20 the machine has.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Holds the hash of the lock file that was installed. Gone with node_modules. */
const STAMP = join(ROOT, 'node_modules/.clockface-lock');
const NODE_MAJOR = 24;
const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

/** Debian packages of the long tests, each with a program that shows that it is there. */
const PEERS = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  mosquitto: '/usr/sbin/mosquitto',
};

const purpose = process.argv[2] ?? 'start';
installPackages();
const node = findNode();
if (purpose === 'start') run(node, ['platform/build/build-web.ts']);
if (purpose === 'test' || purpose === 'full') ensureBrowser();
if (purpose === 'full') ensurePeers();

/** Runs `npm ci` unless every package of the lock file is already there in its version. */
function installPackages() {
  if (isInstalled()) return;
  console.log('Installing packages by the lock file …');
  const npm = process.env.npm_execpath;
  // npm itself runs on the system's Node and would warn of each package that wants a newer one.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm === undefined) run('npm', args);
  else run(process.execPath, [npm, ...args]);
  writeFileSync(STAMP, lockHash());
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

/** By our own mark, else package by package (npm leaves out some that the lock file lists). */
function isInstalled() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash()) return true;
  const hidden = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
  );
}

/** The Node that runs the product: the one from the lock file, else a system one that is new enough. */
function findNode() {
  const bundled = join(
    ROOT,
    'node_modules/.bin',
    process.platform === 'win32' ? 'node.cmd' : 'node',
  );
  if (existsSync(bundled)) return bundled;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  fail(
    `Clockface needs Node ${NODE_MAJOR}; this is ${process.version}, and the package registry has none for ${process.platform}-${process.arch}.`,
    `Install Node ${NODE_MAJOR} and try again.`,
  );
}

/** Chromium for the end-to-end tests: on the system, else from its package manager, else Playwright's. */
function ensureBrowser() {
  if (process.env.CLOCKFACE_CHROMIUM && existsSync(process.env.CLOCKFACE_CHROMIUM)) return;
  if (findBrowser()) return;
  console.log('Installing Chromium for the browser tests …');
  if (process.getuid?.() === 0 && succeeds('apt-get', ['--version'])) {
    run('apt-get', ['update', '-qq'], { DEBIAN_FRONTEND: 'noninteractive' });
    run('apt-get', ['install', '-y', '-qq', 'chromium'], { DEBIAN_FRONTEND: 'noninteractive' });
  } else {
    run(node, [join(ROOT, 'node_modules/playwright-core/cli.js'), 'install', 'chromium']);
  }
}

/** What the long tests run against besides our own parts; where they can't be had, stages say so. */
function ensurePeers() {
  const missing = Object.entries(PEERS).filter(([, program]) => !existsSync(program));
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name);
  if (process.getuid?.() !== 0 || !succeeds('apt-get', ['--version'])) {
    console.log(`Not on this machine: ${names.join(', ')}. The tests that need them are left out.`);
    return;
  }
  console.log(`Installing ${names.join(', ')} for the long tests …`);
  run('apt-get', ['update', '-qq'], { DEBIAN_FRONTEND: 'noninteractive' });
  run('apt-get', ['install', '-y', '-qq', ...names], { DEBIAN_FRONTEND: 'noninteractive' });
}

function findBrowser() {
  return BROWSERS.some((name) => succeeds('which', [name]));
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function run(command, args, extraEnv = {}) {
  const done = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...extraEnv },
    shell: command.endsWith('.cmd'),
  });
  if (done.status !== 0) {
    fail(
      `"${command} ${args.join(' ')}" ended with ${done.status ?? done.error?.message ?? done.signal}.`,
      'Read its output above, mend the cause, and run the same npm command again.',
    );
  }
}

function fail(what, next) {
  console.error(`\n${what}\n${next}`);
  process.exit(1);
}
