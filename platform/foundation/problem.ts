/**
 * An error with a message that users can act on, passed as a value across every boundary of the
 * product (network, files, workers, extensions).
 */
export interface Problem {
  /** Stable upper-case id, e.g. `VOLUME_TRUNCATED`. */
  readonly code: string;
  /** One line, e.g. "The file is shorter than its header says". */
  readonly title: string;
  /** Exact cause, with figures. */
  readonly detail: string;
  /** Next step for the user. */
  readonly next: string;
  /** Reporting extension or service, if helpful. */
  readonly source?: string;
}

export function problem(
  code: string,
  title: string,
  detail: string,
  next: string,
  source?: string,
): Problem {
  return source === undefined
    ? { code, title, detail, next }
    : { code, title, detail, next, source };
}

/** Returns the message of any thrown value, for logs and `detail`. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Carries a Problem through code that can only throw (library callbacks, constructors). */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(cause: Problem) {
    super(`${cause.code}: ${cause.title}. ${cause.detail}`);
    this.name = 'ProblemError';
    this.problem = cause;
  }
}

/** Returns the Problem inside a thrown value, or wraps the value in a Problem with `code`. */
export function problemOf(thrown: unknown, code: string, title: string, next: string): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return problem(code, title, messageOf(thrown), next);
}
