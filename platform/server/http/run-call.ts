import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { AuditOutcome } from '#contracts';
import { messageOf } from '#foundation';
import type { Database } from '../database/schema.ts';
import { writeAudit } from './audit.ts';
import { ByteResponse } from './byte-response.ts';
import type { AuditSubject, Call } from './call.ts';
import { ErrorResponse } from './error-response.ts';
import { claimRequest, type NamedRequest, storeResponse } from './idempotency.ts';
import type { CallPrincipal } from './principal.ts';
import type { CallDeps } from './server-deps.ts';

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
  readonly action: string;
  /** False for routes without audit rows. */
  readonly isWritten: boolean;
  readonly subject: AuditSubject;
}

/**
 * Errors with an audit row: a version conflict, because its response contains stored data like a
 * read; a denied permission, like every denied call; an attempt to change the images of a signed
 * report.
 */
const AUDITED_ERRORS: ReadonlySet<string> = new Set([
  'VersionConflict',
  'Forbidden',
  'FilesSigned',
]);

/** Codes of further errors with an audit row: an attempt to replace the stored bytes of a file. */
const AUDITED_CODES: ReadonlySet<string> = new Set(['FILE_HAS_CONTENT', 'FILE_HAS_OTHER_CONTENT']);

const isAuditedError = ({ errorType, code }: ErrorResponse): boolean =>
  AUDITED_ERRORS.has(errorType) || AUDITED_CODES.has(code);

/** Carries an error out of a transaction, which then rolls back. */
class Rollback extends Error {
  readonly error: ErrorResponse;
  constructor(error: ErrorResponse) {
    super(error.message);
    this.error = error;
  }
}

/** Effects of a call besides its response: its audit row and its callbacks after the commit. */
class CallEffects {
  readonly #deps: Pick<CallDeps, 'logger'>;
  readonly #audit: CallAudit;
  readonly #principal: CallPrincipal | null;
  readonly #afterCommit: (() => void)[] = [];
  #subject: AuditSubject;

  constructor(deps: Pick<CallDeps, 'logger'>, audit: CallAudit, principal: CallPrincipal | null) {
    this.#deps = deps;
    this.#audit = audit;
    this.#principal = principal;
    this.#subject = audit.subject;
  }

  get subject(): AuditSubject {
    return this.#subject;
  }

  addAuditSubject = (subject: AuditSubject): void => {
    this.#subject = { ...this.#subject, ...subject };
  };

  afterCommit = (run: () => void): void => {
    this.#afterCommit.push(run);
  };

  async writeAudit(db: Kysely<Database>, outcome: AuditOutcome = 'done'): Promise<void> {
    if (!this.#audit.isWritten) return;
    await writeAudit(db, {
      principal: this.#principal,
      organizationId: this.#principal?.organizationId ?? null,
      action: this.#audit.action,
      outcome,
      subject: this.#subject,
    });
  }

  /**
   * Runs the callbacks after the commit; logs a failing callback without affecting the response.
   */
  runAfterCommit(): void {
    for (const run of this.#afterCommit.splice(0)) {
      try {
        run();
      } catch (thrown) {
        this.#deps.logger.log('error', 'A change event after a commit failed', {
          action: this.#audit.action,
          reason: messageOf(thrown),
        });
      }
    }
  }
}

/**
 * Runs the handler in one transaction with its audit row and, for a named request, the stored
 * response. An error response rolls the transaction back.
 */
export async function runInTransaction(
  deps: CallDeps,
  audit: CallAudit,
  input: CallInput,
  named: NamedRequest | null,
  handler: AnyHandler,
): Promise<unknown> {
  const effects = new CallEffects(deps, audit, input.principal);
  try {
    const response = await databaseOf(deps, input)
      .transaction()
      .execute(async (db) => {
        const claim = named === null ? 'claimed' : await claimRequest(db, named);
        if (claim instanceof ErrorResponse) throw new Rollback(claim);
        const { addAuditSubject, afterCommit } = effects;
        if (claim !== 'claimed') {
          addAuditSubject(claim.subject);
          await effects.writeAudit(db, 'repeated');
          return claim.response;
        }
        const call = { ...input, db, addAuditSubject, afterCommit, transaction: runWith(db) };
        const result = await handler(call);
        if (result instanceof ErrorResponse) throw new Rollback(result);
        await effects.writeAudit(db);
        if (named !== null) await storeResponse(db, named, result, effects.subject);
        return result;
      });
    effects.runAfterCommit();
    return response;
  } catch (thrown) {
    if (!(thrown instanceof Rollback)) throw thrown;
    if (isAuditedError(thrown.error)) {
      await effects.writeAudit(databaseOf(deps, input), 'refused');
    }
    return thrown.error;
  }
}

/**
 * Runs a handler that opens its own transactions; writes the audit row in the first transaction
 * without an error, otherwise before the response.
 */
export async function runOnPool(
  deps: CallDeps,
  audit: CallAudit,
  input: CallInput,
  handler: AnyHandler,
): Promise<unknown> {
  const effects = new CallEffects(deps, audit, input.principal);
  const pool = databaseOf(deps, input);
  let isAudited = false;
  async function transaction<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const { value, isWritten } = await pool.transaction().execute(async (db) => {
      const result = await work(db);
      const isDone = !isAudited && !(result instanceof ErrorResponse);
      if (isDone) await effects.writeAudit(db);
      return { value: result, isWritten: isDone };
    });
    isAudited ||= isWritten;
    effects.runAfterCommit();
    return value;
  }
  const { addAuditSubject, afterCommit } = effects;
  const result = await handler({ ...input, db: pool, addAuditSubject, afterCommit, transaction });
  try {
    if (!(result instanceof ErrorResponse)) {
      if (!isAudited) await effects.writeAudit(pool);
    } else if (isAuditedError(result)) {
      await effects.writeAudit(pool, 'refused');
    }
  } catch (thrown) {
    // Closes the open file, because the bytes will not be sent.
    if (result instanceof ByteResponse && result.bytes instanceof Readable) result.bytes.destroy();
    throw thrown;
  }
  return result;
}

/**
 * Restricts signed-in callers to the rows of their organization, even if a query omits the filter.
 */
function databaseOf(
  deps: Pick<CallDeps, 'db' | 'dbOf'>,
  { principal }: CallInput,
): Kysely<Database> {
  return principal === null ? deps.db : deps.dbOf(principal.organizationId);
}

function runWith(db: Kysely<Database>) {
  return <T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> => work(db);
}
