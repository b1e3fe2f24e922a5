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
 * Queues a message in the caller's transaction, so that the message is sent only if the transaction
 * commits. Recipient and content are resolved at sending, so that the response time of queueing
 * reveals nothing.
 * @returns the message's id
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
