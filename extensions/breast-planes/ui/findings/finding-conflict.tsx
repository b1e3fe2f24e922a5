import { type ReactNode, useEffect } from 'react';
import { type PanelProps, studyToken, viewStateToken } from '#core';
import { Button, useStore } from '#ui';
import { differences } from '../../model/findings/finding-differences.ts';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import styles from './findings-panel.module.css';
import { useLastEditor } from './use-last-editor.ts';

const texts = findingTexts.conflict;

/**
 * Shows both versions of a finding that another user changed during a local edit, and lets the user
 * choose.
 */
export function FindingConflictCard({ context }: PanelProps): ReactNode {
  const study = context.use(studyToken);
  const conflict = useStore(study.store, (state) => state.conflict);
  const view = context.use(viewStateToken);
  const lists = useStore(context.use(scanLookupToken).lists);
  useEffect(() => {
    view.set({ handlesConflicts: true });
    return () => view.set({ handlesConflicts: false });
  }, [view]);
  const editorName = useLastEditor(
    context,
    (conflict?.mine ?? conflict?.theirs)?.id ?? '',
    conflict === null ? null : `${conflict.theirs?.version ?? 'gone'}`,
  );
  if (conflict === null) return null;
  const { mine, theirs } = conflict;
  const rows = mine === null || theirs === null ? [] : differences(mine, theirs, lists);
  return (
    <section className={styles.conflict} role="alert" data-testid="finding-conflict">
      <b>{texts.title(editorName)}</b>
      {theirs === null ? <p>{texts.deletedThere}</p> : null}
      {mine === null ? <p>{texts.deletedHere}</p> : null}
      {rows.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.mineHeading}</th>
              <th scope="col">{texts.other}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.field}>
                <th scope="row">{texts.fields[row.field]}</th>
                <td>{row.mine}</td>
                <td>{row.theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.conflictActions}>
        <Button onPress={() => study.resolveConflict('mine')}>{texts.mine}</Button>
        <Button onPress={() => study.resolveConflict('theirs')}>{texts.theirs}</Button>
      </div>
    </section>
  );
}
