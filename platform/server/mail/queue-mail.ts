import type { Kysely } from 'kysely';
import type { MailKind } from '#contracts';
import { type Clock, newId } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { MailTable } from '../database/tables/accounts.ts';

export interface NewMail
  extends Partial<Pick<MailTable, 'accountId' | 'firstName' | 'lastName' | 'jobTitle'>> {
  readonly organizationId: string;
  readonly kind: MailKind;
  /** Lower case. */
  readonly recipient: string;
}

/**
 * Queues a message in the caller's transaction: it is sent if, and only if, that commits. Who it is
 * for and what it says is found out when it is sent, so that queueing tells nothing by its time.
 * @returns its id
 */
export async function queueMail(
  db: Kysely<Database>,
  clock: Clock,
  mail: NewMail,
): Promise<string> {
  const id = newId();
  const now = new Date(clock.now()).toISOString();
  const { accountId = null, firstName = null, lastName = null, jobTitle = null } = mail;
  await db
    .insertInto('mail')
    .values({
      id,
      organizationId: mail.organizationId,
      kind: mail.kind,
      recipient: mail.recipient,
      accountId,
      firstName,
      lastName,
      jobTitle,
      createdAt: now,
      dueAt: now,
      problem: null,
      sentAt: null,
    })
    .execute();
  return id;
}
