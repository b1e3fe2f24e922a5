import type * as z from 'zod';
import type { Feature, Principal } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One API call. Server, browser client, OpenAPI, permission matrix and tests derive from the
 * catalogue of these routes.
 */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** Path below `/api`, with parameters as `{name}`. */
  readonly path: string;
  readonly summary: string;
  /** 'public' needs the API key only; a list means any of these features. */
  readonly access: 'public' | 'signed-in' | readonly Feature[];
  /** Callers other than humans that may call the route. */
  readonly principals: readonly Exclude<Principal, 'human'>[];
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** 'form' bodies are multipart with the file in field `data`; 'bytes' are streamed unparsed. */
  readonly bodyKind?: 'json' | 'form' | 'bytes';
  /**
   * Limit of a JSON body in bytes where 64 KiB, or 16 KiB for a public route, are too few. Large
   * enough for the longest valid texts, however a client escapes them.
   */
  readonly maxBodyBytes?: number;
  /** Absent: the response is bytes, not JSON. */
  readonly response?: Response;
  /** If-Match on PUT and DELETE of entities that users edit. */
  readonly ifMatch?: 'required' | 'optional';
  /**
   * The body or response contains a password or token, so no response is stored for repeated
   * requests.
   */
  readonly secret?: true;
  /**
   * Long computation: no transaction stays open meanwhile, and no response is stored for repeated
   * requests. Its handler writes, if at all, in a transaction of its own at the end.
   */
  readonly longRead?: true;
}

const KIB = 1024;
/** Limits of JSON bodies with long content (`Route.maxBodyBytes`). */
export const BODY_BYTES = {
  /** One long text, or up to 2,000 ids. */
  text: 256 * KIB,
  /** One thumbnail. */
  thumbnail: 512 * KIB,
  /** Marks with thousands of points, or a whole report. */
  document: 8 * KIB ** 2,
} as const;

/** Declares a route with its precise types. */
export function defineRoute<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(route: Route<Params, Query, Body, Response>): Route<Params, Query, Body, Response> {
  return route;
}
