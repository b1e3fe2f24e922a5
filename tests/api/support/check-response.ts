import { errorResponseSchema, type Route, validationBodySchema } from '#contracts';

export interface TextResponse {
  readonly status: number;
  readonly text: string;
}

/** What tells of our inside: stacks, SQL, folders, libraries. */
const INTERNALS =
  /\bat [\w.<>]+ \(|\.ts:\d+|node_modules|\/work\/|\/tmp\/|\/home\/|\bselect .+ from\b|insert into|SQLSTATE|invalid (byte|input) |kysely|postgres(ql)?:\/\//i;

/**
 * What is wrong with an answer, whatever was asked: a failure of the server, a body that neither
 * the route's contract nor that of refusals knows, a look inside, or a word that belongs to others.
 */
export function checkResponse(
  route: Route,
  { status, text }: TextResponse,
  foreignTerms: readonly string[],
): string[] {
  const errors: string[] = [];
  if (status >= 500) errors.push(`a failure: ${status} ${text.slice(0, 300)}`);
  const inside = INTERNALS.exec(text);
  if (inside !== null) errors.push(`a look inside: ${inside[0]}`);
  for (const term of foreignTerms)
    if (text.includes(term)) errors.push(`of another clinic: ${term}`);
  const known =
    status === 200 || status === 206 ? matchesResponse(route, text) : matchesErrorResponse(text);
  if (!known) errors.push(`of no contract: ${status} ${text.slice(0, 300)}`);
  return errors;
}

function matchesResponse(route: Route, text: string): boolean {
  // Bytes have no contract.
  if (route.answer === undefined) return true;
  const body = jsonOf(text);
  const parsed = route.answer.safeParse(body);
  // Parsing drops what it does not know; nothing unknown may have been there.
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
