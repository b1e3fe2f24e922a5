import type { Finding, Scan } from '#contracts';
import { type ExtensionContext, studyToken, viewStateToken } from '#core';
import { scanDay } from '../../model/views/scan-day.ts';
import { markRejections } from './mark-rejections.ts';
import { priorFindingsToken } from './prior-findings.ts';

const NONE: readonly Finding[] = [];

/** Returns the findings of a shown scan, from the open study or a prior. */
export function findingsOfScan(context: ExtensionContext, scanId: string): readonly Finding[] {
  const current = context.use(studyToken).store.getState().findingsByScan[scanId];
  return current ?? context.tryUse(priorFindingsToken)?.store.getState()[scanId]?.findings ?? NONE;
}

/** Returns whether a scan belongs to a prior study, so that it is read-only. */
export function isPriorScan(context: ExtensionContext, scanId: string): boolean {
  return !context
    .use(studyToken)
    .store.getState()
    .scans.some(({ id }) => id === scanId);
}

export const priorScan = (context: ExtensionContext, scanId: string): Scan | null =>
  context
    .use(viewStateToken)
    .store.getState()
    .priors.find(({ id }) => id === scanId) ?? null;

/** Returns the reason why findings of a prior scan are read-only. */
export function priorRejection(context: ExtensionContext, scanId: string): string {
  const scan = priorScan(context, scanId);
  const signed = context.tryUse(priorFindingsToken)?.store.getState()[scanId]?.signed ?? null;
  const day = scan === null ? '' : scanDay(scan);
  return signed === null
    ? markRejections.earlier(day)
    : markRejections.earlierSigned(signed.name, day);
}
