import type { ApiClient, Navigation, Notices, Session } from '#core';

/** Services of the page of the evaluations. */
export interface EvaluationServices {
  readonly api: ApiClient;
  readonly navigation: Navigation;
  readonly notices: Notices;
  readonly session: Session;
  /** User and organization, because another user must not see cached values. */
  readonly cacheKey: string;
}

/** Returns the address of an evaluation. */
export const evaluationPath = (id: string): string => `/evaluations?id=${id}`;
