import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import type { Route } from '#contracts';
import type { CallPrincipal } from '../accounts/principal.ts';
import type { Database } from '../database/schema.ts';
import type { ByteResponse } from './byte-response.ts';
import type { ErrorResponse } from './error-response.ts';

type OutputOf<Schema> = Schema extends z.ZodUndefined
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : never;

/** Ids of what a call touches, for its audit row. Never names, codes or free text. */
export type AuditSubject = Readonly<Record<string, string>>;

/** One validated call as its handler sees it. `P` is null on public routes. */
export interface Call<Params, Query, Body, P = CallPrincipal> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly principal: P;
  /** The version an edit started from; present where the route requires If-Match. */
  readonly version: number | null;
  readonly request: FastifyRequest;
  /**
   * JSON routes: a transaction of this call. An answer commits it together with its audit row, a
   * refusal or a throw undoes all. Form, byte and long routes: the pool; they write in
   * `transaction`.
   */
  readonly db: Kysely<Database>;
  /**
   * A transaction that also holds the call's audit row. In JSON routes this is the transaction
   * that is open already.
   */
  transaction<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Adds ids to the audit row; the route's own params are in it already. */
  addAuditSubject(subject: AuditSubject): void;
  /** Runs once what this call wrote is durable: hints over MQTT belong here. */
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

/** JSON routes answer their schema's value, routes without one answer bytes. */
export type ResponseOf<R extends Route> = RouteTypes<R>['response'] extends z.ZodUndefined
  ? ByteResponse
  : z.input<RouteTypes<R>['response']>;

export type Handler<R extends Route, P = CallPrincipal> = (
  call: CallOf<R, P>,
) => Promise<ResponseOf<R> | ErrorResponse>;
