import type { ReportContext } from '../report-context.ts';
import { checkTexts } from '../texts/check-texts.ts';

/** 'block' prevents the signature; 'warn' asks for a reason. */
export type CheckLevel = 'block' | 'warn';

/** What a hit is about; `id` is the key of an override. */
export type CheckSubject =
  /** Id of the finding, of the scan, or of the study of a prior. */
  | { readonly kind: 'finding' | 'scan' | 'prior'; readonly id: string }
  | { readonly kind: 'side'; readonly id: 'L' | 'R' }
  /** Id of a section of the report: technique, comparison, right, left, impression. */
  | { readonly kind: 'section'; readonly id: string }
  | { readonly kind: 'study'; readonly id: null };

/** A fault that a check has found. */
export interface CheckHit {
  /** Id of the check. */
  readonly check: string;
  readonly level: CheckLevel;
  readonly subject: CheckSubject;
  /** What is wrong and what to do, in the language of the page. */
  readonly message: string;
}

/** A hit as a check finds it. */
export interface FoundFault {
  readonly subject: CheckSubject;
  readonly message: string;
}

export interface ReportCheck {
  /** Kebab-case; part of stored overrides and of the site configuration. */
  readonly id: CheckId;
  /** Default level. */
  readonly level: CheckLevel;
  /** A site can't lower the level: everything about the wrong side. */
  readonly locked: boolean;
  /** Whether the check reads a report before its signature or an addendum. */
  readonly reads: 'report' | 'addendum';
  /** Name of the check, in the language of the page. */
  readonly title: string;
  /** When the check fires, in the language of the page. */
  readonly firesWhen: string;
  /** Returns the hits at the default level. */
  find(context: ReportContext): readonly CheckHit[];
}

export type CheckId = keyof typeof checkTexts;

/** Creates a check; its texts are those of its id. */
export function createCheck(
  id: CheckId,
  level: CheckLevel,
  findFaults: (context: ReportContext) => readonly FoundFault[],
  options: Partial<Pick<ReportCheck, 'locked' | 'reads'>> = {},
): ReportCheck {
  return {
    id,
    level,
    locked: false,
    reads: 'report',
    ...options,
    // Getters, because a translation may be added after this module has loaded.
    get title() {
      return checkTexts[id].title;
    },
    get firesWhen() {
      return checkTexts[id].firesWhen;
    },
    find: (context) =>
      findFaults(context).map(({ subject, message }) => ({ check: id, level, subject, message })),
  };
}
