import { type ReactNode, useEffect, useRef } from 'react';
import type { Finding } from '#contracts';
import { type ExtensionContext, noticesToken, sessionToken, studyToken } from '#core';
import {
  CategoryChips,
  CHIP_GROUPS,
  DescriptorChips,
  isTextTarget,
  MultiDropdown,
  RadioChips,
  useStore,
} from '#ui';
import { listItems } from '../../../model/findings/assessment.ts';
import { findingsUiToken } from '../../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../../state/findings/scan-lookup.ts';
import { findingTexts } from '../../../texts/finding-texts.ts';
import styles from './finding-list.module.css';

const texts = findingTexts.assessment;
const MASS_CHOICES = [
  { id: 'unknown', label: texts.notAssessed, isMass: null },
  { id: 'yes', label: texts.mass.yes, isMass: true },
  { id: 'no', label: texts.mass.no, isMass: false },
] as const;

/**
 * Descriptors, category, mass flag and recommendations of the opened finding, saved with each press,
 * so that the lesion stays in sight. Blind annotators choose descriptors only.
 */
export function FindingDescriptors(props: {
  readonly context: ExtensionContext;
  readonly finding: Finding;
}): ReactNode {
  const { context, finding } = props;
  const lookup = context.use(scanLookupToken);
  const study = context.use(studyToken);
  const lists = useStore(lookup.lists);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => void lookup.readLists(), [lookup]);
  useFocus(context, finding.id, host, lists.length > 0);
  const isBlind = useStore(context.use(sessionToken).store, ({ user }) =>
    (user?.roles ?? []).some(({ id }) => id === 'BLIND_ANNOTATOR'),
  );
  const report = (result: ReturnType<typeof study.setLabels>): void => {
    if (!result.ok) context.use(noticesToken).showProblem(result.problem);
  };
  const setFields = (fields: Parameters<typeof study.setFindingFields>[1]): void =>
    report(study.setFindingFields(finding.id, fields));
  return (
    <div
      ref={host}
      className={styles.descriptors}
      data-testid="finding-descriptors"
      {...CHIP_GROUPS}
    >
      <DescriptorChips
        lists={lists}
        finding={finding}
        disabled={false}
        onChange={(labels) => report(study.setLabels(finding.id, labels))}
      />
      <CategoryChips
        label={texts.birads}
        lists={lists}
        score={finding.biradsScore}
        disabled={isBlind}
        onChange={(biradsScore) => setFields({ biradsScore })}
      />
      <RadioChips
        label={texts.massFlag}
        options={MASS_CHOICES}
        value={MASS_CHOICES.find(({ isMass }) => isMass === finding.isMass)?.id ?? null}
        disabled={isBlind}
        onChange={(id) =>
          setFields({ isMass: MASS_CHOICES.find((choice) => choice.id === id)?.isMass ?? null })
        }
      />
      <MultiDropdown
        label={texts.recommendations}
        options={listItems(lists, 'RECOMMENDATION')}
        values={finding.recommendations}
        disabled={isBlind}
        onChange={(ids) => setFields({ recommendations: [...ids] })}
      />
      {isBlind ? <p className={styles.edits}>{texts.blind}</p> : null}
    </div>
  );
}

/** Puts the focus on the first descriptor when the command asks for it and the lists are loaded. */
function useFocus(
  context: ExtensionContext,
  findingId: string,
  host: React.RefObject<HTMLElement | null>,
  isLoaded: boolean,
): void {
  const findingsUi = context.use(findingsUiToken);
  const isAsked = useStore(
    findingsUi.store,
    ({ focusedDescriptorsOf }) => focusedDescriptorsOf === findingId,
  );
  useEffect(() => {
    if (!isAsked || !isLoaded) return;
    findingsUi.set({ focusedDescriptorsOf: null });
    // The lists may arrive after the reader has begun to type elsewhere.
    if (isTextTarget(document.activeElement)) return;
    const group = host.current?.querySelector('[data-chip-group]');
    const chip =
      group?.querySelector<HTMLElement>('[aria-pressed=true], [aria-checked=true]') ??
      group?.querySelector<HTMLElement>('button');
    chip?.focus();
  }, [findingsUi, host, isAsked, isLoaded]);
  // A request that was not met ends with the row.
  useEffect(
    () => () => {
      if (findingsUi.store.getState().focusedDescriptorsOf === findingId)
        findingsUi.set({ focusedDescriptorsOf: null });
    },
    [findingsUi, findingId],
  );
}
