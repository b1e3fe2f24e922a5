import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import type { Route } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { ByteResponse } from './byte-response.ts';
import type { ErrorResponse } from './error-response.ts';
import type { CallPrincipal } from './principal.ts';

type OutputOf<Schema> = Schema extends z.ZodUndefined
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : never;

/** Ids of the records touched by a call, for its audit row. Never names, codes or free text. */
export type AuditSubject = Readonly<Record<string, string>>;

/** Validated call passed to a handler. `P` is null on public routes. */
export interface Call<Params, Query, Body, P = CallPrincipal> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly principal: P;
  /** Version on which an edit is based; never null when the route requires If-Match. */
  readonly version: number | null;
  readonly request: FastifyRequest;
  /**
   * JSON routes: a transaction of this call, committed with its audit row on success and rolled
   * back on an error response or exception. Form, byte and long routes: the pool; their handlers
   * write in `transaction`.
   */
  readonly db: Kysely<Database>;
  /**
   * Runs a transaction that includes the call's audit row. JSON routes use the transaction that is
   * already open.
   */
  transaction<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Adds ids to the audit row, which already contains the route's parameters. */
  addAuditSubject(subject: AuditSubject): void;
  /** Runs after the call's writes are committed; use for MQTT events. */
  afterCommit(run: () => void): void;
}

type RouteTypes<R> =
  R extends Route<infer Params, infer Query, infer Body, infer Output>
    ? { params: Params; query: Query; body: Body; response: Output }
    : never;

export type CallOf<R extends Route, P = CallPrincipal> = Call<
  OutputOf<RouteTypes<R>['params']>,
  OutputOf<RouteTypes<R>['query']>,
  OutputOf<RouteTypes<R>['body']>,
  P
>;

/** JSON routes return the value of their schema, other routes return bytes. */
export type ResponseOf<R extends Route> = RouteTypes<R>['response'] extends z.ZodUndefined
  ? ByteResponse
  : z.input<RouteTypes<R>['response']>;

export type Handler<R extends Route, P = CallPrincipal> = (
  call: CallOf<R, P>,
) => Promise<ResponseOf<R> | ErrorResponse>;
