import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { InstallationSecrets } from '../files/downloads/installation-secrets.ts';

/** Prefixes of pseudonyms by kind of record. */
const PREFIXES = { patient: 'P', study: 'E', scan: 'S', finding: 'F', reader: 'R' } as const;
export type PseudonymKind = keyof typeof PREFIXES;

/** Returns the pseudonym of a record, the same in every dataset of the installation. */
export type PseudonymOf = (kind: PseudonymKind, id: string) => string;

/**
 * Returns the pseudonyms of an organization: keyed hashes (HMAC-SHA-256, first 80 bits), which can't
 * be computed or reversed without the key of the installation.
 * @param db connected as the owner of the tables, who alone may read the key
 */
export async function loadPseudonyms(
  db: Kysely<Database>,
  organizationId: string,
): Promise<PseudonymOf> {
  const { secret } = await new InstallationSecrets(db, 'pseudonym').newest();
  return (kind, id) => {
    const hash = createHmac('sha256', secret).update(`${organizationId} ${kind} ${id}`);
    return `${PREFIXES[kind]}-${hash.digest('hex').slice(0, 20)}`;
  };
}
