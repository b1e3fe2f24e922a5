import { errorResponseSchema, type Route, validationBodySchema } from '#contracts';

export interface TextResponse {
  readonly status: number;
  readonly text: string;
}

/** Internals that no response may contain: stacks, SQL, folders, libraries. */
const INTERNALS =
  /\bat [\w.<>]+ \(|\.ts:\d+|node_modules|\/work\/|\/tmp\/|\/home\/|\bselect .+ from\b|insert into|SQLSTATE|invalid (byte|input) |kysely|postgres(ql)?:\/\//i;

/**
 * Returns the errors of a response to any request: a server failure, a body that matches neither
 * the route's contract nor the error contract, internals, or a term of another tenant.
 */
export function checkResponse(
  route: Route,
  { status, text }: TextResponse,
  foreignTerms: readonly string[],
): string[] {
  const errors: string[] = [];
  if (status >= 500) errors.push(`server error: ${status} ${text.slice(0, 300)}`);
  const internals = INTERNALS.exec(text);
  if (internals !== null) errors.push(`internals: ${internals[0]}`);
  for (const term of foreignTerms)
    if (text.includes(term)) errors.push(`data of another tenant: ${term}`);
  const known =
    status === 200 || status === 206 ? matchesResponse(route, text) : matchesErrorResponse(text);
  if (!known) errors.push(`outside the contract: ${status} ${text.slice(0, 300)}`);
  return errors;
}

function matchesResponse(route: Route, text: string): boolean {
  // Byte responses have no contract.
  if (route.response === undefined) return true;
  const body = jsonOf(text);
  const parsed = route.response.safeParse(body);
  // Parsing drops unknown fields, so an equal length proves that the body had none.
  return parsed.success && JSON.stringify(parsed.data).length === JSON.stringify(body).length;
}

function matchesErrorResponse(text: string): boolean {
  const body = jsonOf(text);
  return (
    validationBodySchema.safeParse(body).success || errorResponseSchema.safeParse(body).success
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
