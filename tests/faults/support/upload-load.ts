import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScanFile } from '#contracts';
import { newId } from '#foundation';
import type { TestServer } from '../../api/support/start-test-server.ts';
import { sha256 } from './data-plane.ts';
import type { Ledger } from './ledger.ts';

export interface UploadTarget {
  readonly server: TestServer;
  readonly token: string;
  readonly scanId: string;
}

/** Uploads files with several concurrent senders until stopped, as scan services do. */
export interface UploadLoad {
  /** Number of failed attempts by status of the response; status 0 means no response. */
  readonly rejections: ReadonlyMap<number, number>;
  readonly stored: number;
  stop(): Promise<void>;
}

/**
 * Sends files one after the other and retries each until it is acknowledged or the load stops.
 * Reads `target` for each attempt, because a restarted server has another address.
 */
export function startUploads(
  target: () => UploadTarget | null,
  ledger: Ledger,
  senders = 3,
): UploadLoad {
  const rejections = new Map<number, number>();
  let stored = 0;
  let stopping = false;
  const sender = async (): Promise<void> => {
    while (!stopping) {
      const id = newId();
      const bytes = randomBytes(20_000 + Math.floor(Math.random() * 200_000));
      while (!stopping) {
        const status = await attempt(target(), id, bytes);
        if (status === 200) {
          ledger.acknowledged({ id, sha256: sha256(bytes) });
          stored += 1;
          break;
        }
        rejections.set(status, (rejections.get(status) ?? 0) + 1);
        await sleep(50);
      }
    }
  };
  const running = Array.from({ length: senders }, sender);
  return {
    rejections,
    get stored() {
      return stored;
    },
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  };
}

async function attempt(target: UploadTarget | null, id: string, bytes: Buffer): Promise<number> {
  if (target === null) return 0;
  const { server, token, scanId } = target;
  try {
    const fields = {
      id,
      scanId,
      fileCategory: 'SEGMENT_MASK',
      fileName: `${id}.bin`,
      fileExtension: 'bin',
    };
    const row = await server.call<ScanFile>('POST', '/scanfiles', { token, body: fields });
    if (row.status !== 200) return row.status;
    const form = new FormData();
    form.append('data', new Blob([new Uint8Array(bytes)]), 'file');
    const response = await fetch(`${server.url}/api/scanfiles/${id}/content`, {
      method: 'PUT',
      headers: {
        'x-api-key': server.apiKey,
        authorization: `Bearer ${token}`,
        'x-checksum-sha256': sha256(bytes),
      },
      body: form,
      signal: AbortSignal.timeout(20_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    // The server went down during the call, which is the purpose of this load.
    return 0;
  }
}

/**
 * Returns the ids of acknowledged files that can't be read back with the same bytes, starting at
 * entry `first` of the ledger. Empty when nothing was lost.
 */
export async function findLostFiles(
  target: UploadTarget,
  ledger: Ledger,
  first = 0,
): Promise<string[]> {
  const { server, token } = target;
  const lost: string[] = [];
  for (const { id, sha256: expected } of ledger.entries().slice(first)) {
    const response = await fetch(`${server.url}/api/scanfiles/${id}/download`, {
      headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 200 || sha256(bytes) !== expected) lost.push(id);
  }
  return lost;
}
