import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { SiteConfig } from '#contracts';
import { fail, messageOf, ok, type Problem, type Result } from '#foundation';
import { rgbPng } from '../images/rgb-png.ts';
import { configInvalid } from './site-problems.ts';

const MAX_BYTES = 1024 ** 2;

/**
 * Reads the logo of reports: a PNG of at most 1 MiB in the folder of the configuration file.
 * @param file absolute path of the configuration file
 * @returns the logo as 8-bit RGB PNG, null if the site has none, or a problem that names the file
 */
export function readReportLogo(
  file: string,
  { report }: Pick<SiteConfig, 'report'>,
): Result<Uint8Array | null> {
  if (report.logo === undefined) return ok(null);
  const folder = dirname(file);
  const invalid = (reason: string): Result<never> => fail(logoInvalid(file, report.logo, reason));
  try {
    const path = realpathSync(resolve(folder, report.logo));
    if (/^\.\.(?:[\\/]|$)|^(?:[A-Za-z]:|\/)/.test(relative(realpathSync(folder), path))) {
      return invalid('is not in the folder of the configuration file.');
    }
    if (statSync(path).size > MAX_BYTES) return invalid('is larger than 1 MiB.');
    const logo = rgbPng(readFileSync(path));
    return logo === null
      ? invalid('is no PNG with 8 bits per channel and without interlacing.')
      : ok(logo);
  } catch (thrown) {
    return invalid(`could not be read: ${messageOf(thrown)}`);
  }
}

function logoInvalid(file: string, logo: string | undefined, reason: string): Problem {
  return configInvalid(file, `report.logo: ${logo} ${reason}`);
}
