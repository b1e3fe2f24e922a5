import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { AuditOutcome } from '#contracts';
import { messageOf } from '#foundation';
import type { CallPrincipal } from '../accounts/principal.ts';
import type { Database } from '../database/schema.ts';
import type { ServerParts } from '../server-parts.ts';
import { writeAudit } from './audit.ts';
import { ByteAnswer } from './byte-answer.ts';
import type { AuditSubject, Call } from './call.ts';
import { claimRequest, keepAnswer, type NamedRequest } from './idempotency.ts';
import { Refusal } from './refusal.ts';

type AnyCall = Call<unknown, unknown, unknown, CallPrincipal | null>;
export type AnyHandler = (call: AnyCall) => Promise<unknown>;

export interface CallInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly version: number | null;
  readonly principal: CallPrincipal | null;
  readonly request: FastifyRequest;
}

export interface CallAudit {
  readonly act: string;
  readonly written: boolean;
  readonly subject: AuditSubject;
}

/** Carries a refusal out of a transaction, which undoes what the call wrote. */
class Undo extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** What a call leaves behind besides its answer. */
class CallTrace {
  readonly #parts: ServerParts;
  readonly #audit: CallAudit;
  readonly #principal: CallPrincipal | null;
  readonly #afterCommit: (() => void)[] = [];
  #subject: AuditSubject;

  constructor(parts: ServerParts, audit: CallAudit, principal: CallPrincipal | null) {
    this.#parts = parts;
    this.#audit = audit;
    this.#principal = principal;
    this.#subject = audit.subject;
  }

  get subject(): AuditSubject {
    return this.#subject;
  }

  about = (subject: AuditSubject): void => {
    this.#subject = { ...this.#subject, ...subject };
  };

  afterCommit = (run: () => void): void => {
    this.#afterCommit.push(run);
  };

  async writeAudit(db: Kysely<Database>, outcome: AuditOutcome = 'done'): Promise<void> {
    if (!this.#audit.written) return;
    await writeAudit(db, {
      principal: this.#principal,
      organizationId: this.#principal?.organizationId ?? null,
      act: this.#audit.act,
      outcome,
      subject: this.#subject,
    });
  }

  /** The commit is done: a hint that fails is logged, the answer stands. */
  committed(): void {
    for (const run of this.#afterCommit.splice(0)) {
      try {
        run();
      } catch (thrown) {
        this.#parts.logger.log('error', 'A hint after a commit failed', {
          act: this.#audit.act,
          reason: messageOf(thrown),
        });
      }
    }
  }
}

/** One transaction holds the handler's writes, the audit row and the kept answer. */
export async function runInTransaction(
  parts: ServerParts,
  audit: CallAudit,
  input: CallInput,
  named: NamedRequest | null,
  handler: AnyHandler,
): Promise<unknown> {
  const trace = new CallTrace(parts, audit, input.principal);
  try {
    const answer = await databaseOf(parts, input)
      .transaction()
      .execute(async (db) => {
        const claim = named === null ? 'claimed' : await claimRequest(db, named);
        if (claim instanceof Refusal) throw new Undo(claim);
        const { about, afterCommit } = trace;
        if (claim !== 'claimed') {
          about(claim.subject);
          await trace.writeAudit(db, 'repeated');
          return claim.answer;
        }
        const call = { ...input, db, about, afterCommit, transaction: runWith(db) };
        const result = await handler(call);
        if (result instanceof Refusal) throw new Undo(result);
        await trace.writeAudit(db);
        if (named !== null) await keepAnswer(db, named, result, trace.subject);
        return result;
      });
    trace.committed();
    return answer;
  } catch (thrown) {
    if (!(thrown instanceof Undo)) throw thrown;
    // The one shows the caller what is stored now, as a read does; the other is told like all that
    // a permission stops.
    if (['VersionConflict', 'Forbidden'].includes(thrown.refusal.errorType)) {
      await trace.writeAudit(databaseOf(parts, input), 'refused');
    }
    return thrown.refusal;
  }
}

/** The handler opens its own transactions; the audit row goes with the first, or before the answer. */
export async function runOnPool(
  parts: ServerParts,
  audit: CallAudit,
  input: CallInput,
  handler: AnyHandler,
): Promise<unknown> {
  const trace = new CallTrace(parts, audit, input.principal);
  const pool = databaseOf(parts, input);
  let audited = false;
  async function transaction<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const result = await pool.transaction().execute(async (db) => {
      const value = await work(db);
      if (!audited) await trace.writeAudit(db);
      return value;
    });
    audited = true;
    trace.committed();
    return result;
  }
  const { about, afterCommit } = trace;
  const result = await handler({ ...input, db: pool, about, afterCommit, transaction });
  const isForbidden = result instanceof Refusal && result.errorType === 'Forbidden';
  try {
    if (isForbidden) await trace.writeAudit(pool, 'refused');
    else if (!(result instanceof Refusal) && !audited) await trace.writeAudit(pool);
  } catch (thrown) {
    // Bytes that nobody will read: their file is open already.
    if (result instanceof ByteAnswer && result.bytes instanceof Readable) result.bytes.destroy();
    throw thrown;
  }
  return result;
}

/** Whoever is signed in sees their organization's rows and no others, whatever a query forgets. */
function databaseOf(parts: ServerParts, { principal }: CallInput): Kysely<Database> {
  return principal === null ? parts.db : parts.dbOf(principal.organizationId);
}

function runWith(db: Kysely<Database>) {
  return <T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> => work(db);
}
