import type { ReactNode } from 'react';
import type { ReportContent } from '#contracts';
import { Button, useStore } from '#ui';
import { plainText } from '../model/report-words.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { decisionLines } from './decision-lines.ts';
import styles from './report-panel.module.css';
import { WordDifference } from './word-difference.tsx';

const { conflict: texts, versions } = reportPageTexts;

/** Shows both versions while another page or reader has changed the report, and asks for one. */
export function ConflictCard({ services }: { readonly services: ReportServices }): ReactNode {
  const { report, notices } = services;
  const conflict = useStore(report.store, (state) => state.conflict);
  const draft = useStore(report.store, (state) => state.draft);
  const lists = useStore(services.lists, ({ shown }) => shown);
  if (conflict === null || draft === null) return null;
  const textOf = (content: ReportContent): string =>
    plainText(content, decisionLines(content, lists));
  const choose = async (choice: 'mine' | 'theirs'): Promise<void> => {
    const resolved = await report.resolveConflict(choice);
    if (!resolved.ok) notices.showProblem(resolved.problem);
  };
  return (
    <section className={styles.conflict} aria-label={texts.title} data-testid="report-conflict">
      <strong>{texts.title}</strong>
      <p>{texts.text}</p>
      <WordDifference
        before={textOf(conflict.content)}
        after={textOf(draft.content)}
        same={versions.same}
      />
      <p className={styles.quiet}>
        <del>{texts.removed}</del> · <ins>{texts.added}</ins>
      </p>
      <div className={styles.line}>
        <Button onPress={() => void choose('mine')}>{texts.mine}</Button>
        <Button onPress={() => void choose('theirs')}>{texts.theirs}</Button>
      </div>
    </section>
  );
}
