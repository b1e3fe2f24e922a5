import { extensionIdSchema } from '#contracts';

const EXTENSION = 'CLOCKFACE_EXTENSION_';
const MODE = 'CLOCKFACE_MODE_';

/** Switches set by the server's environment, which no page can change. */
export interface EnvironmentSwitches {
  readonly extensions: Readonly<Record<string, boolean>>;
  readonly modes: Readonly<Record<string, boolean>>;
}

export const NO_ENVIRONMENT_SWITCHES: EnvironmentSwitches = { extensions: {}, modes: {} };

/**
 * Reads `CLOCKFACE_EXTENSION_CLOUD_SYNC=off` and `CLOCKFACE_MODE_READING=on`: the id in upper case,
 * with `_` for dashes.
 * @returns the switches, or an error message that names the invalid variable
 */
export function environmentSwitches(env: NodeJS.ProcessEnv): EnvironmentSwitches | string {
  const extensions: Record<string, boolean> = {};
  const modes: Record<string, boolean> = {};
  for (const [name, value] of Object.entries(env)) {
    const prefix = [EXTENSION, MODE].find((candidate) => name.startsWith(candidate));
    if (prefix === undefined || value === undefined || value === '') continue;
    const id = name.slice(prefix.length).toLowerCase().replaceAll('_', '-');
    if (!extensionIdSchema.safeParse(id).success)
      return `${name} does not contain a valid extension or mode`;
    if (value !== 'on' && value !== 'off') return `${name} is ${value}; it must be on or off`;
    (prefix === EXTENSION ? extensions : modes)[id] = value === 'on';
  }
  return { extensions, modes };
}
