/**
 * What went wrong, in words a person can act on. Crosses every border of the product
 * (network, files, workers, extensions) as a value.
 */
export interface Problem {
  /** Stable upper-case id, e.g. `VOLUME_TRUNCATED`. */
  readonly code: string;
  /** One line, e.g. "The file is shorter than its header says". */
  readonly title: string;
  /** What exactly was seen, with figures. */
  readonly detail: string;
  /** What to do next. */
  readonly next: string;
  /** Who reported it (an extension id, a service), where that helps. */
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

/** Text of anything thrown, for logs and `detail`. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A Problem on its way through code that can only throw (callbacks of libraries, constructors). */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(cause: Problem) {
    super(`${cause.code}: ${cause.title}. ${cause.detail}`);
    this.name = 'ProblemError';
    this.problem = cause;
  }
}

/** The Problem inside a thrown value, or a wrapped one under `code`. */
export function problemOf(thrown: unknown, code: string, title: string, next: string): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return problem(code, title, messageOf(thrown), next);
}
