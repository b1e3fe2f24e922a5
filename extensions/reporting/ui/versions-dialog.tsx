import { type ReactNode, useEffect, useState } from 'react';
import { type HardCodedList, type Report, type ReportSummary, routes } from '#contracts';
import { formatInstant, type Problem } from '#foundation';
import { Button, Dialog, DialogActions, ErrorCard, useStore } from '#ui';
import { plainText } from '../model/report-words.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { decisionLines } from './decision-lines.ts';
import styles from './report-panel.module.css';
import { WordDifference } from './word-difference.tsx';

const { versions: texts, states } = reportPageTexts;

interface VersionsDialogProps {
  readonly services: ReportServices;
  onClose(): void;
}

/** All versions of the report, with the difference of the chosen one from the version before. */
export function VersionsDialog({ services, onClose }: VersionsDialogProps): ReactNode {
  const versions = useStore(services.report.store, (state) => state.versions);
  const [chosen, setChosen] = useState<ReportSummary | null>(versions[0] ?? null);
  const before = versions.find(({ number }) => chosen !== null && number < chosen.number) ?? null;
  return (
    <Dialog title={texts.title} open width={720} onClose={onClose}>
      <ul className={styles.versions}>
        {versions.map((version) => (
          <li key={version.id}>
            <button
              type="button"
              className={styles.version}
              aria-current={version.id === chosen?.id}
              onClick={() => setChosen(version)}
            >
              <span>{texts.number(version.number, stateText(version))}</span>
              <span className={styles.quiet}>
                {formatInstant(version.signedAt ?? version.updatedAt)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {chosen === null ? null : (
        <Difference key={chosen.id} services={services} version={chosen} before={before} />
      )}
      <DialogActions>
        <Button onPress={onClose}>{texts.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Returns the state of a version; an addendum without a signature says so. */
export function stateText({ state, signedAt }: Pick<ReportSummary, 'state' | 'signedAt'>): string {
  return state === 'ADDENDUM' && signedAt === null ? states.openAddendum : states[state];
}

interface DifferenceProps {
  readonly services: ReportServices;
  readonly version: ReportSummary;
  readonly before: ReportSummary | null;
}

function Difference({ services, version, before }: DifferenceProps): ReactNode {
  const lists = useStore(services.lists, ({ shown }) => shown);
  const after = useReport(services, version.id);
  const earlier = useReport(services, before?.id ?? null);
  if ('problem' in after) return <ErrorCard problem={after.problem} />;
  if ('problem' in earlier) return <ErrorCard problem={earlier.problem} />;
  if (after.report === null) return <p className={styles.quiet}>{texts.loading}</p>;
  if (before === null) return <p className={styles.quiet}>{texts.first}</p>;
  if (earlier.report === null) return <p className={styles.quiet}>{texts.loading}</p>;
  return (
    <section aria-label={texts.compare(before.number)}>
      <h3 className={styles.label}>{texts.compare(before.number)}</h3>
      <WordDifference
        before={wholeText(earlier.report, lists)}
        after={wholeText(after.report, lists)}
        same={texts.same}
      />
    </section>
  );
}

const wholeText = ({ content, addendumText }: Report, lists: readonly HardCodedList[]): string =>
  [plainText(content, decisionLines(content, lists)), addendumText ?? '']
    .filter((part) => part !== '')
    .join('\n');

type Read = { readonly report: Report | null } | { readonly problem: Problem };

/** Reads a version; null while it is read and without an id. */
function useReport({ api }: ReportServices, id: string | null): Read {
  const [read, setRead] = useState<Read>({ report: null });
  useEffect(() => {
    if (id === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    void api.call(routes.getReport, { params: { id }, signal }).then((response) => {
      if (signal.aborted) return;
      setRead(response.ok ? { report: response.value } : { problem: response.problem });
    });
    return () => controller.abort();
  }, [api, id]);
  return read;
}
