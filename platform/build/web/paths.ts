import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, absolute. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

/** Where the built web application goes unless the caller says otherwise. */
export const DEFAULT_OUT = join(ROOT, 'dist/web');

/** Rooms whose text decides what the web application is; everything else can't change it. */
export const WEB_SOURCES = [
  'platform/build',
  'platform/contracts',
  'platform/foundation',
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
