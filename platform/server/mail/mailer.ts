import { type Kysely, sql } from 'kysely';
import { type Clock, type Disposable, type Logger, messageOf } from '#foundation';
import type { Database } from '../database/schema.ts';
import { addressMail, type CreateLink, type MailRow } from './address-mail.ts';
import { type MailSender, WRITTEN_ONLY } from './mail-sender.ts';
import { formatMail, type MailData } from './mail-texts.ts';

const POLL_INTERVAL_MS = 5_000;
/** Duration of a claim; afterwards another process may send the message again. */
const CLAIM_MS = 60_000;
const MINUTE_MS = 60_000;
/** Delays between the attempts; the message fails after the last attempt. */
const RETRY_DELAYS_MS = [0.05, 1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);

export interface MailerOptions {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sender: MailSender;
  readonly createLink: CreateLink;
  readonly siteName: string;
  readonly from: string;
  /** Base URL of links, read for each message; null until known. */
  readonly baseUrl: () => string | null;
}

/**
 * Sends queued messages at least once, also across crashes: claims a message by a lease in its row,
 * creates and commits its link, and only then sends the message. Several servers can share one
 * database.
 */
export class Mailer implements Disposable {
  readonly #options: MailerOptions;
  readonly #timer: NodeJS.Timeout;
  #working: Promise<void> | null = null;
  #isPending = false;
  #ended = false;

  constructor(options: MailerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.nudge(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Sends the due messages in the background, without waiting for the next poll. Never throws. */
  nudge(): void {
    this.#isPending = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
      if (this.#isPending && !this.#ended) this.nudge();
    });
  }

  /**
   * Sends one message now.
   * @returns the link in the message, or null when there is none or the message was not sent
   */
  async deliver(id: string): Promise<string | null> {
    const baseUrl = this.#options.baseUrl();
    const mail = baseUrl === null ? null : await this.#claim(id);
    if (baseUrl === null || mail === null) return null;
    const mailData = await this.#send(mail, baseUrl);
    return mailData !== null && 'link' in mailData ? mailData.link : null;
  }

  dispose(): void {
    this.#ended = true;
    clearInterval(this.#timer);
    this.#options.sender.close();
  }

  async #work(): Promise<void> {
    try {
      while (this.#isPending && !this.#ended) {
        this.#isPending = false;
        await this.#sendDue();
      }
    } catch (thrown) {
      this.#isPending = false;
      if (this.#ended) return;
      this.#options.logger.log('warn', 'Queued mails could not be sent; retrying', {
        reason: messageOf(thrown),
      });
    }
  }

  async #sendDue(): Promise<void> {
    const baseUrl = this.#options.baseUrl();
    while (baseUrl !== null && !this.#ended) {
      const mail = await this.#claim(null);
      if (mail === null) return;
      await this.#send(mail, baseUrl);
    }
  }

  /** Claims the message that has been due longest, or the message with this id. */
  async #claim(id: string | null): Promise<MailRow | null> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const due = db
      .selectFrom('mail')
      .select('id')
      .where('state', '=', 'QUEUED')
      .where('dueAt', '<=', new Date(now).toISOString())
      .$if(id !== null, (query) => query.where('id', '=', id))
      .orderBy('dueAt')
      .limit(1)
      .forUpdate()
      .skipLocked();
    const claimed = await db
      .updateTable('mail')
      .set({
        attempts: sql<number>`attempts + 1`,
        dueAt: new Date(now + CLAIM_MS).toISOString(),
      })
      .where('id', 'in', due)
      .returningAll()
      .executeTakeFirst();
    return claimed ?? null;
  }

  async #send(mail: MailRow, baseUrl: string): Promise<MailData | null> {
    const { db, clock, logger, sender, createLink, siteName, from } = this.#options;
    const addressed = await db.transaction().execute(async (trx) => {
      const resolved = await addressMail(trx, clock, baseUrl, createLink, mail);
      const state = resolved === null ? { state: 'DROPPED' as const } : {};
      await updateMail(trx, mail, { ...state, accountId: resolved?.accountId ?? mail.accountId });
      return resolved;
    });
    if (addressed === null) return null;
    const at = new Date(clock.now());
    const mailText = formatMail(siteName, addressed.mailData);
    const sent = await sender.send({ id: mail.id, from, to: mail.recipient, at, ...mailText });
    if (sent.sent) {
      const problem = sent.written === true ? WRITTEN_ONLY : null;
      await updateMail(db, mail, { state: 'SENT', sentAt: at.toISOString(), problem });
      return addressed.mailData;
    }
    const wait = RETRY_DELAYS_MS[mail.attempts - 1];
    const dueAt = new Date(clock.now() + (wait ?? 0)).toISOString();
    const next = wait === undefined || sent.permanent ? { state: 'FAILED' as const } : { dueAt };
    await updateMail(db, mail, { problem: sent.reason, ...next });
    const { id, kind, attempts } = mail;
    logger.log('warn', 'A mail was not sent', { id, kind, attempts, reason: sent.reason });
    return null;
  }
}

type MailChange = Partial<Pick<MailRow, 'state' | 'sentAt' | 'problem' | 'dueAt' | 'accountId'>>;

async function updateMail(db: Kysely<Database>, mail: MailRow, change: MailChange): Promise<void> {
  await db
    .updateTable('mail')
    .set(change)
    .where('organizationId', '=', mail.organizationId)
    .where('id', '=', mail.id)
    .execute();
}
