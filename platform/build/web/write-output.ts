import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const SMALLEST = 1024;
/** Rarely asked for and large: the best quality would take seconds for a few per cent. */
const SELDOM = /(^workers\/|\.wasm$)/;
const COMPRESSED = /\.(js|css|html|svg|json|wasm)$/;
const HASHED = /-[A-Z0-9]{8}\.[a-z0-9.]+$/;
/** A page that was opened before a rebuild still finds its chunks for this long. */
const KEEP_OLD_MS = 10 * 60_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes the files below `out`, compressed copies beside them when asked, and removes what older
 * builds left. Files whose name holds their hash are written once. Those named in `last`
 * (index.html, build.json) are replaced after all others and in that order, so that none of them
 * speaks of a file that is not there.
 */
export async function writeOutput(
  out: string,
  files: ReadonlyMap<string, Uint8Array>,
  options: { readonly compress: boolean; readonly last: readonly string[] },
): Promise<void> {
  const wanted = new Set<string>();
  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    const names = await putFile(out, name, bytes, options.compress);
    for (const one of names) wanted.add(one);
  };
  // Largest first: the long compressions then run beside the many short ones.
  const ordered = [...files].sort(([, a], [, b]) => b.byteLength - a.byteLength);
  const early = ordered.filter(([name]) => !options.last.includes(name));
  await Promise.all(early.map(([name, bytes]) => put(name, bytes)));
  for (const name of options.last) {
    const bytes = files.get(name);
    if (bytes !== undefined) await put(name, bytes);
  }
  await removeOld(out, wanted);
}

async function putFile(
  out: string,
  name: string,
  bytes: Uint8Array,
  compress: boolean,
): Promise<readonly string[]> {
  const copies = compress && COMPRESSED.test(name) && bytes.byteLength > SMALLEST;
  const names = copies ? [name, `${name}.br`, `${name}.gz`] : [name];
  if (HASHED.test(name) && names.every((one) => existsSync(join(out, one)))) return names;
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
    [constants.BROTLI_PARAM_QUALITY]: SELDOM.test(name) ? 9 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    [constants.BROTLI_PARAM_LGWIN]: 22,
  };
}

/** Whoever reads meanwhile sees the old bytes or the new ones, never a part. */
async function replace(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, bytes);
  await rename(temporary, path);
}

async function removeOld(out: string, wanted: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(out.length + 1).replaceAll('\\', '/');
    if (wanted.has(name)) continue;
    const kept = HASHED.test(name) || name.endsWith('.tmp');
    const keep = kept && Date.now() - (await changedAt(path)) < KEEP_OLD_MS;
    if (!keep) await rm(path, { force: true });
  }
}

/** Milliseconds; 0 for a file that another build has just removed. */
async function changedAt(path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  return (await stat(path)).mtimeMs;
}
