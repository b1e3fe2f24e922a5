import { type ReactNode, useEffect, useState } from 'react';
import { type Finding, type FindingEdit, routes } from '#contracts';
import { apiToken, type ExtensionContext, NOT_SAVED } from '#core';
import { findingTexts } from '../../../texts/finding-texts.ts';
import styles from './finding-list.module.css';

const texts = findingTexts.edits;
/** Delay in ms before edits are read, so that stepping through findings sends no requests. */
const READ_DELAY_MS = 500;

/**
 * Shows creation time and author of a finding and all later edits; names are loaded after a delay.
 */
export function FindingEdits(props: {
  readonly context: ExtensionContext;
  readonly finding: Finding;
}): ReactNode {
  const { finding } = props;
  const edits = useEdits(props.context, finding);
  const creation = edits.at(-1);
  const creationText = texts.drawn(texts.when(finding.createdAt), nameOf(creation));
  if (edits.length < 2) return <p className={styles.edits}>{creationText}</p>;
  return (
    <details className={styles.edits} data-testid="finding-edits">
      <summary>{texts.more(creationText, edits.length - 1)}</summary>
      <ol>
        {edits.map((edit) => (
          <li key={`${edit.at}${edit.act}`}>
            {texts.line(texts.when(edit.at), texts.actions[edit.act], editorOf(edit))}
          </li>
        ))}
      </ol>
    </details>
  );
}

const NONE: readonly FindingEdit[] = [];

/**
 * Returns the edits, newest first; empty while loading and after a failed read, because the finding
 * is shown anyway. Loads the edits again after each saved version.
 */
function useEdits(context: ExtensionContext, { id, version }: Finding): readonly FindingEdit[] {
  const [loaded, setLoaded] = useState<{ id: string; edits: readonly FindingEdit[] } | null>(null);
  useEffect(() => {
    if (version === NOT_SAVED) return;
    let cancelled = false;
    const timer = setTimeout(() => {
      void context
        .use(apiToken)
        .call(routes.listFindingEdits, { params: { id } })
        .then((response) => {
          if (response.ok && !cancelled) setLoaded({ id, edits: response.value.items });
        });
    }, READ_DELAY_MS);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [context, id, version]);
  return loaded?.id === id ? loaded.edits : NONE;
}

const editorOf = ({ by }: FindingEdit): string =>
  by === null ? texts.system : (by.name ?? texts.otherUser);
const nameOf = (edit: FindingEdit | undefined): string | null => edit?.by?.name ?? null;
