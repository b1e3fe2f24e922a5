import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, ok, type Result } from '#foundation';
import { noBrowser } from '../environment/desktop-problems.ts';

const LINUX = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const MAC = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const WINDOWS = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** Returns the installation paths of browsers, in order of preference. */
export function browserCandidates(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  if (platform === 'win32') {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA];
    return WINDOWS.flatMap((path) => roots.flatMap((root) => (root ? [`${root}\\${path}`] : [])));
  }
  if (platform === 'darwin') {
    const roots = ['/Applications', ...(env.HOME ? [`${env.HOME}/Applications`] : [])];
    return MAC.flatMap((path) => roots.map((root) => `${root}/${path}`));
  }
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const absolute = [...new Set(folders.filter((folder) => folder.startsWith('/')))];
  return LINUX.flatMap((name) => absolute.map((folder) => join(folder, name)));
}

/** Returns the program in CLOCKFACE_CHROMIUM, otherwise the first installed browser. */
export function findBrowser(
  env: NodeJS.ProcessEnv,
  canRun: (path: string) => boolean = isProgram,
  platform: NodeJS.Platform = process.platform,
): Result<string> {
  const named = env.CLOCKFACE_CHROMIUM;
  if (named) return canRun(named) ? ok(named) : fail(noBrowser([named]));
  const program = browserCandidates(env, platform).find(canRun);
  if (program !== undefined) return ok(program);
  return fail(noBrowser(platform === 'linux' ? LINUX : browserCandidates(env, platform)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Missing or not executable: the next candidate is tried.
    return false;
  }
}
