import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Tree = { [key: string]: unknown };

/**
 * Settings that stop the browser from storing addresses and form entries, which identify patients,
 * and passwords of users who share the machine. Written before every start.
 */
const CHOICES: Tree = {
  history: { saving_disabled: true },
  credentials_enable_service: false,
  profile: { password_manager_enabled: false, exit_type: 'Normal' },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  signin: { allowed: false },
  translate: { enabled: false },
};
/** Files with addresses shown in the last run. */
const TRACES = [
  'History',
  'History-journal',
  'Visited Links',
  'Favicons',
  'Favicons-journal',
  'Sessions',
];

/** Prepares a profile that stores no addresses, and deletes addresses already stored. */
export function prepareProfile(profile: string): void {
  const folder = join(profile, 'Default');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'Preferences');
  writeFileSync(file, JSON.stringify(mergeTrees(readTree(file), CHOICES)), { mode: 0o600 });
  removeTraces(profile);
}

/** Deletes the files with addresses. Call only while no browser uses the profile. */
export function removeTraces(profile: string): void {
  for (const name of TRACES) {
    rmSync(join(profile, 'Default', name), { recursive: true, force: true });
  }
}

function readTree(file: string): Tree {
  if (!existsSync(file)) return {};
  try {
    const tree: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isTree(tree) ? tree : {};
  } catch {
    // Invalid after an interrupted write; the browser would start with defaults as well.
    return {};
  }
}

function mergeTrees(tree: Tree, choices: Tree): Tree {
  const entries = Object.entries(choices).map(([key, value]) => {
    const old = tree[key];
    return [key, isTree(value) ? mergeTrees(isTree(old) ? old : {}, value) : value];
  });
  return { ...tree, ...Object.fromEntries(entries) };
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
