import { readFileSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mosquitto, startMosquitto } from '../../faults/support/brokers/mosquitto.ts';

const shipped = (name: string): string =>
  fileURLToPath(new URL(`../../../config/${name}`, import.meta.url));

/** Settings of the shipped example except listener, files and comments. */
export const SHIPPED_LIMITS = readFileSync(shipped('mosquitto.conf.example'), 'utf8')
  .split('\n')
  .filter((line) => /^(use_username_as_clientid|message_size_limit|max_packet_size)/.test(line));

/** Starts a Mosquitto with the rules and limits shipped with the product. */
export async function startShippedBroker(
  users: Readonly<Record<string, string>> = {},
): Promise<Mosquitto> {
  // The user account of the broker needs read access.
  const folder = await mkdtemp(join(tmpdir(), 'clockface-acl-'));
  await chmod(folder, 0o755);
  const acl = join(folder, 'acl');
  await copyFile(shipped('mosquitto.acl'), acl);
  await chmod(acl, 0o644);
  const site = await startMosquitto({ users, config: [`acl_file ${acl}`, ...SHIPPED_LIMITS] });
  return {
    ...site,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
