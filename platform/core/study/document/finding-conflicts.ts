import type { Finding } from '#contracts';
import { type Problem, problem } from '#foundation';
import { studyTexts } from '../../texts/study-texts.ts';

const CONFLICT = problem(
  'VERSION_CONFLICT',
  studyTexts.conflict.title,
  studyTexts.conflict.detail,
  studyTexts.conflict.next,
);

/** Another user has changed a finding edited locally. The server's version is shown. */
export interface FindingConflict {
  readonly problem: Problem;
  /** Local version; null if deleted locally. */
  readonly mine: Finding | null;
  /** Server version; null if deleted on the server. */
  readonly theirs: Finding | null;
}

/** Unresolved conflicts of a scan; at most one per finding. */
export class FindingConflicts {
  #open: readonly FindingConflict[] = [];

  get latest(): FindingConflict | null {
    return this.#open.at(-1) ?? null;
  }

  add({ mine, theirs }: Omit<FindingConflict, 'problem'>): FindingConflict {
    const conflict = { problem: CONFLICT, mine, theirs };
    const id = findingIdOf(conflict);
    this.#open = [...this.#open.filter((other) => findingIdOf(other) !== id), conflict];
    return conflict;
  }

  /** Removes and returns the latest conflict; null if none. */
  take(): FindingConflict | null {
    const { latest } = this;
    this.#open = this.#open.slice(0, -1);
    return latest;
  }
}

/** Returns the id of the finding. */
export const findingIdOf = ({ mine, theirs }: FindingConflict): string | undefined =>
  (mine ?? theirs)?.id;
