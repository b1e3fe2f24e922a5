import { createHash, randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';

/** Without I and O, which are read as digits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const VALID_HOURS = 7 * 24;

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** What the database keeps of a code; case does not matter. */
export function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code.toUpperCase()).digest();
}

/**
 * A new activation code of an organization, for its administrator to type once. For the server's
 * own commands: `db` is the owner's connection.
 * @returns the code, which exists nowhere else
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
