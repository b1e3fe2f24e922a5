import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const MIN_COMPRESS_BYTES = 1024;
/**
 * Large and rarely requested files: best-quality compression would take seconds and save only a few
 * per cent.
 */
const RARELY_REQUESTED = /(^workers\/|\.wasm$)/;
const COMPRESSED = /\.(js|css|html|svg|json|wasm)$/;
const HASHED = /-[A-Z0-9]{8}\.[a-z0-9.]+$/;
/** Chunks of earlier builds are retained for this long, for pages opened before a rebuild. */
const RETAIN_OLD_MS = 10 * 60_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes the files below `out`, optionally with compressed copies, and removes old files of earlier
 * builds. Files with a hashed name are written once. Files in `last` (index.html, build.json) are
 * replaced after all others and in that order, so that they never reference a missing file.
 */
export async function writeOutput(
  out: string,
  files: ReadonlyMap<string, Uint8Array>,
  options: { readonly compress: boolean; readonly last: readonly string[] },
): Promise<void> {
  const written = new Set<string>();
  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    const names = await putFile(out, name, bytes, options.compress);
    for (const writtenName of names) written.add(writtenName);
  };
  // Largest first, so that long compressions overlap with the many short ones.
  const bySize = [...files].sort(([, a], [, b]) => b.byteLength - a.byteLength);
  const parallel = bySize.filter(([name]) => !options.last.includes(name));
  await Promise.all(parallel.map(([name, bytes]) => put(name, bytes)));
  for (const name of options.last) {
    const bytes = files.get(name);
    if (bytes !== undefined) await put(name, bytes);
  }
  await removeOld(out, written);
}

async function putFile(
  out: string,
  name: string,
  bytes: Uint8Array,
  compress: boolean,
): Promise<readonly string[]> {
  const copies = compress && COMPRESSED.test(name) && bytes.byteLength > MIN_COMPRESS_BYTES;
  const names = copies ? [name, `${name}.br`, `${name}.gz`] : [name];
  if (HASHED.test(name) && names.every((writtenName) => existsSync(join(out, writtenName))))
    return names;
  if (copies) {
    await replace(
      join(out, `${name}.br`),
      await brotli(bytes, { params: brotliParams(name, bytes) }),
    );
    await replace(join(out, `${name}.gz`), await zip(bytes, { level: 9 }));
  }
  await replace(join(out, name), bytes);
  return names;
}

function brotliParams(name: string, bytes: Uint8Array): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: RARELY_REQUESTED.test(name) ? 9 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    [constants.BROTLI_PARAM_LGWIN]: 22,
  };
}

/** Replaces a file atomically: readers see the old bytes or the new bytes. */
async function replace(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, bytes);
  await rename(temporary, path);
}

async function removeOld(out: string, written: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((dirent) => dirent.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(out.length + 1).replaceAll('\\', '/');
    if (written.has(name)) continue;
    const isHashed = HASHED.test(name) || name.endsWith('.tmp');
    const isRetained = isHashed && Date.now() - (await changedAt(path)) < RETAIN_OLD_MS;
    if (!isRetained) await rm(path, { force: true });
  }
}

/** Modification time in ms; 0 when another build has removed the file. */
async function changedAt(path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  return (await stat(path)).mtimeMs;
}
