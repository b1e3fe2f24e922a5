// Makes a fresh clone runnable: installs packages from the lock file, ensures that Node 24 runs the
// product, builds the web application, and finds or installs a browser for the tests. Plain
// JavaScript without dependencies, because this file must run on any installed Node ≥ 20.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Contains the hash of the installed lock file. Deleted with node_modules. */
const STAMP = join(ROOT, 'node_modules/.clockface-lock');
const NODE_MAJOR = 24;
const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

/**
 * Debian packages for the long tests, each with a file whose presence shows that the package is
 * installed.
 */
const PEERS = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  mosquitto: '/usr/sbin/mosquitto',
  'python3-numpy': '/usr/lib/python3/dist-packages/numpy/__init__.py',
  'python3-pytest': '/usr/lib/python3/dist-packages/pytest/__init__.py',
};

const purpose = process.argv[2] ?? 'start';
installPackages();
const node = findNode();
if (purpose === 'start') run(node, ['platform/build/build-web.ts']);
if (purpose === 'test' || purpose === 'full') ensureBrowser();
if (purpose === 'full') ensurePeers();

/** Runs `npm ci` unless every package of the lock file is installed in the locked version. */
function installPackages() {
  if (isInstalled()) return;
  console.log('Installing packages from the lock file …');
  const npm = process.env.npm_execpath;
  // npm runs on the system's Node and would print a warning for each package that requires a newer
  // version.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm === undefined) run('npm', args);
  else run(process.execPath, [npm, ...args]);
  pruneOnnxRuntime();
  writeFileSync(STAMP, lockHash());
}

/** Deletes the ONNX runtime of other platforms: 240 MB of 288 MB. */
function pruneOnnxRuntime() {
  const folder = join(ROOT, 'node_modules/onnxruntime-node/bin/napi-v6');
  if (!existsSync(folder)) return;
  for (const platform of readdirSync(folder)) {
    for (const arch of readdirSync(join(folder, platform))) {
      const isOwn = platform === process.platform && arch === process.arch;
      if (!isOwn) rmSync(join(folder, platform, arch), { recursive: true });
    }
  }
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

/**
 * Checks `STAMP` first, then package by package. Optional packages are skipped, because npm omits
 * some of them.
 */
function isInstalled() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash()) return true;
  const hidden = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
  );
}

/**
 * Returns the Node that runs the product: from the lock file, else a system Node that is new
 * enough.
 */
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

/**
 * Ensures Chromium for the end-to-end tests: installed on the system, else from its package
 * manager, else from Playwright.
 */
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

/**
 * Installs the external programs that the long tests need. Where installation is impossible, prints
 * that those tests are skipped.
 */
function ensurePeers() {
  const missing = Object.entries(PEERS).filter(([, program]) => !existsSync(program));
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name);
  if (process.getuid?.() !== 0 || !succeeds('apt-get', ['--version'])) {
    console.log(`Not installed: ${names.join(', ')}. The tests that need them are skipped.`);
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
      'Read the output above, fix the cause, and run the same npm command again.',
    );
  }
}

function fail(what, next) {
  console.error(`\n${what}\n${next}`);
  process.exit(1);
}
