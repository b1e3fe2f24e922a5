import type * as z from 'zod';
import type { Feature, Principal } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call of the API. The catalogue of these is the one list that server, browser client,
 * OpenAPI, permission matrix and tests derive from.
 */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** Below `/api`, path parameters as `{name}`. */
  readonly path: string;
  readonly summary: string;
  /** 'public' needs the API key only; a list means any of these features. */
  readonly access: 'public' | 'signed-in' | readonly Feature[];
  /** Who besides people may call it. */
  readonly principals: readonly Exclude<Principal, 'human'>[];
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** 'form' bodies are multipart with the file in field `data`; 'bytes' are read as they come. */
  readonly bodyKind?: 'json' | 'form' | 'bytes';
  /** Absent: the answer is bytes, not JSON. */
  readonly answer?: Response;
  /** PUT and DELETE of entities that people edit ask for If-Match. */
  readonly ifMatch?: 'required' | 'optional';
  /** Body or answer holds a password or a token: nothing of the call is kept for repetitions. */
  readonly secret?: true;
  /**
   * It computes for long and writes nothing but its audit row: no transaction is held open while it
   * does, and nothing of the call is kept for repetitions.
   */
  readonly longRead?: true;
}

/** Declares a route and keeps its precise types. */
export function defineRoute<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(route: Route<Params, Query, Body, Response>): Route<Params, Query, Body, Response> {
  return route;
}
