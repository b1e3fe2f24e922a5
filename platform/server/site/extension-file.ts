import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ThirdPartyExtension } from './site.ts';
import { fileInside } from './third-party-extensions.ts';

/** An open file of an extension whose bytes are those that the site approved at the start. */
export interface ApprovedFile {
  readonly byteLength: number;
  /** Streams the bytes and closes the file. */
  readonly stream: () => Readable;
  close(): Promise<void>;
}

/**
 * Opens a file of a third-party extension; null if it is missing, lies outside of the folder or
 * differs from the file at the start.
 */
export async function openApproved(
  { folder, digests }: Pick<ThirdPartyExtension, 'folder' | 'digests'>,
  path: string,
): Promise<ApprovedFile | null> {
  const file = fileInside(folder, path);
  if (file === null) return null;
  const handle = await open(file);
  try {
    const isApproved = digests === null || digests.get(path) === (await digestOf(handle));
    const { size } = await handle.stat();
    if (!isApproved) {
      await handle.close();
      return null;
    }
    return {
      byteLength: size,
      stream: () => handle.createReadStream({ start: 0, autoClose: true }),
      close: () => handle.close(),
    };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** Returns the SHA-384 of a file in base64, without holding the file in memory. */
async function digestOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha384');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false }))
    hash.update(chunk);
  return hash.digest('base64');
}
