import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository root. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

/** Default output folder of the web application. */
export const DEFAULT_OUT = join(ROOT, 'dist/web');

/**
 * Folders and files that determine the web application. Changes elsewhere do not affect the output.
 */
export const WEB_SOURCES = [
  'platform/build',
  'platform/contracts',
  'platform/foundation',
  'platform/api-client',
  'platform/geometry',
  'platform/findings',
  'platform/volume',
  'platform/core',
  'platform/ui',
  'platform/workstation',
  'platform/sdk',
  'extensions',
  'modes',
] as const;
