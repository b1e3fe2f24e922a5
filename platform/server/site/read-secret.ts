import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type * as z from 'zod';
import type { secretRefSchema } from '#contracts';
import { fail, messageOf, ok, problem, type Result } from '#foundation';

export type SecretRef = z.infer<typeof secretRefSchema>;

/**
 * Reads a secret of the site configuration from an environment variable or from a file next to the
 * configuration (mounted, mode 0600). A missing or empty secret is a Problem, because the start
 * must fail without it.
 * @param configFile absolute path of the configuration file; relative file names are resolved
 * against its folder
 */
export function readSecret(
  ref: SecretRef,
  configFile: string,
  env: NodeJS.ProcessEnv = process.env,
): Result<string> {
  if ('env' in ref) {
    const value = env[ref.env];
    return value ? ok(value) : fail(missing(`The environment variable ${ref.env} is not set.`));
  }
  try {
    const value = readFileSync(resolve(dirname(configFile), ref.file), 'utf8').trim();
    return value === '' ? fail(missing(`The file ${ref.file} is empty.`)) : ok(value);
  } catch (thrown) {
    return fail(missing(messageOf(thrown)));
  }
}

const missing = (detail: string) =>
  problem(
    'SECRET_MISSING',
    'A secret of the site configuration is missing',
    detail,
    'Set the variable or write the file of the configuration.',
  );
