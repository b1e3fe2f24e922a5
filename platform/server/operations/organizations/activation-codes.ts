import { createHash, randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';

/** Letters of a code, without I and O, which look like digits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const VALID_HOURS = 7 * 24;

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Returns the hash that the database stores for a code; ignores case. */
export function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code.toUpperCase()).digest();
}

/**
 * Creates an activation code of an organization, which an administrator enters once. For server
 * commands only: `db` is the owner's connection.
 * @returns the code, which is stored nowhere else
 */
export async function createActivationCode(
  db: Kysely<Database>,
  organizationId: string,
  validHours: number = VALID_HOURS,
): Promise<string> {
  const code = newCode();
  await db
    .insertInto('activationCode')
    .values({
      id: newId(),
      organizationId,
      codeHash: hashOfCode(code),
      expiresAt: sql<string>`now() + make_interval(hours => ${validHours})`,
      usedAt: null,
      usedHost: null,
    })
    .execute();
  return code;
}
