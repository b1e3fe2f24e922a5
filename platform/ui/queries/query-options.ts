import { type Problem, ProblemError } from '#foundation';

/** Caching of a hook that loads values. */
export interface CacheOptions {
  /**
   * Loads whenever the view opens, and not when the window gets the focus: for forms, which must
   * start from the stored record, and for calls that add a row to the audit trail.
   */
  readonly uncached?: boolean;
}

/** Converts to the options of TanStack Query. */
export const cacheOptions = ({ uncached }: CacheOptions) =>
  uncached === true ? { gcTime: 0, refetchOnWindowFocus: false } : {};

/** Returns the problem of a failed query; null if it has not failed. */
export const problemOf = (error: Error | null): Problem | null =>
  error instanceof ProblemError ? error.problem : null;
