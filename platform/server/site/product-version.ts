import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { PROJECT_ROOT } from './project-root.ts';

/** Version of the product, from package.json; the only version of the product that is shown. */
export const PRODUCT_VERSION = z
  .object({ version: z.string().min(1) })
  .parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))).version;
