import { getCompileCacheDir } from 'node:module';

/**
 * Environment variables that a process for one call inherits, because programs and libraries need
 * them. Other variables may contain secrets of the site.
 */
const INHERITED = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TZ',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'CUDA_VISIBLE_DEVICES',
  'OMP_NUM_THREADS',
  'SystemRoot',
  'USERPROFILE',
  'LOCALAPPDATA',
];

/** Returns the environment of a process for one call, with the compile cache of this process. */
export function minimalEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir();
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(inherited),
    ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
  };
}
