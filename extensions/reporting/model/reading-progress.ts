import * as z from 'zod';
import type { Finding } from '#contracts';
import { isAnnotation } from '#findings';

const progressSchema = z.object({
  findings: z.record(z.string(), z.string()).readonly(),
  priors: z.array(z.string()).readonly(),
});

/** What a reader has opened while reading a study. */
export interface ReadingProgress {
  /** Instant of the last change of a finding when the reader opened it, by id. */
  readonly findings: Readonly<Record<string, string>>;
  /** Earlier studies that were on the screen. */
  readonly priors: readonly string[];
}

export const NO_PROGRESS: ReadingProgress = { findings: {}, priors: [] };

/** Returns a stored progress; no progress for a value in another form. */
export function parseProgress(value: unknown): ReadingProgress {
  const parsed = progressSchema.safeParse(value);
  return parsed.success ? parsed.data : NO_PROGRESS;
}

/** Notes that the reader has opened a finding; returns the same object if nothing changes. */
export function withFinding(
  progress: ReadingProgress,
  { id, updatedAt }: Pick<Finding, 'id' | 'updatedAt'>,
): ReadingProgress {
  if ((progress.findings[id] ?? '') >= updatedAt) return progress;
  return { ...progress, findings: { ...progress.findings, [id]: updatedAt } };
}

/** Notes that an earlier study is on the screen; returns the same object if nothing changes. */
export function withPrior(progress: ReadingProgress, studyId: string): ReadingProgress {
  if (progress.priors.includes(studyId)) return progress;
  return { ...progress, priors: [...progress.priors, studyId] };
}

/** Returns the findings that another reader changed last and that the reader has not opened since. */
export function unreadFindings(
  findings: readonly Finding[],
  { findings: opened }: ReadingProgress,
  readerId: string,
): ReadonlySet<string> {
  const unread = findings.filter((finding) => {
    if (isAnnotation(finding)) return false;
    const { id, createdBy, updatedAt, updatedBy, generator } = finding;
    const author = updatedBy ?? createdBy;
    const isForeign = author !== null && author !== readerId && generator.id === 'USER';
    return isForeign && (opened[id] ?? '') < updatedAt;
  });
  return new Set(unread.map(({ id }) => id));
}
