import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { HardCodedList } from '#contracts';
import { type CheckHit, checkReport, normalContent, type ReportContext, sideOf } from '#report';
import { Button, Dropdown, EmptyState, MultiDropdown, useStore } from '#ui';
import { changeFollowUp, changeRecommendations, recommendationsOf } from '../model/edit-content.ts';
import type { ReportServices } from '../state/report-services.ts';
import { showFinding } from '../state/show-finding.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { AddendumSection } from './addendum-section.tsx';
import { CheckList } from './check-list.tsx';
import { ConflictCard } from './conflict-card.tsx';
import { FindingSection } from './finding-section.tsx';
import { FindingTabs } from './finding-tabs.tsx';
import { BothCategories } from './proposed-categories.tsx';
import { ReportFoot } from './report-foot.tsx';
import { ReportHead } from './report-head.tsx';
import styles from './report-panel.module.css';
import { SideSection } from './side-section.tsx';
import { TextSection } from './text-section.tsx';

const { sections, sides, empty } = reportPageTexts;
const SIDES = ['R', 'L'] as const;

interface ReportEditorProps {
  readonly services: ReportServices;
  readonly context: ReportContext;
}

/** All parts of a report, from the findings to the signature. */
export function ReportEditor({ services, context }: ReportEditorProps): ReactNode {
  const { report, levels } = services;
  const body = useRef<HTMLDivElement>(null);
  const stored = useStore(report.store, (state) => state.stored);
  const draft = useStore(report.store, (state) => state.draft);
  const studyId = useStore(report.store, (state) => state.studyId) ?? '';
  const [writesAddendum, setWritesAddendum] = useState(
    () => services.drafts.readAddendum(studyId) !== null,
  );
  const disabled = !report.canEdit();
  const isOpenAddendum = stored?.state === 'ADDENDUM' && stored.signedAt === null;
  const isReport = draft !== null || stored?.state === 'PRELIMINARY';
  const isWritten = isReport || isOpenAddendum;
  const hits = useMemo(
    () => (isWritten ? checkReport(context, levels) : []),
    [isWritten, context, levels],
  );
  const goTo = (hit: CheckHit): void => goToSubject(services, hit, body.current);
  useRequestedCheck(services, body);
  const addendum = stored?.state === 'ADDENDUM' ? (stored.addendumText ?? '') : '';
  return (
    <>
      <ReportHead
        services={services}
        context={context}
        onAddendumDiscarded={() => setWritesAddendum(false)}
      />
      <div ref={body} className={styles.body}>
        <div className={styles.record}>
          <ConflictCard services={services} />
          <ChosenFinding {...{ services, context, disabled }} />
          <BothCategories {...{ services, context, disabled }} />
          <SideSection {...{ services, context, disabled }} side="R" />
          <SideSection {...{ services, context, disabled }} side="L" />
          <Management {...{ services, context, disabled }} />
        </div>
        <div className={styles.document}>
          <TextSection {...{ services, context, disabled }} />
          {writesAddendum ? (
            <AddendumSection
              services={services}
              studyId={studyId}
              text={stored?.signedAt === null ? addendum : ''}
              onClose={() => setWritesAddendum(false)}
            />
          ) : addendum === '' ? null : (
            <p className={styles.addendum}>{addendum}</p>
          )}
          {isReport ? <CheckList {...{ services, hits, disabled }} onGoTo={goTo} /> : null}
        </div>
      </div>
      <ReportFoot
        services={services}
        context={context}
        hits={hits}
        isWriting={writesAddendum}
        onAddendum={() => setWritesAddendum(true)}
      />
    </>
  );
}

/** Shows the subject of a check that a command requests. */
function useRequestedCheck(services: ReportServices, body: RefObject<HTMLElement | null>): void {
  const { shown } = services;
  const requested = useStore(shown, (state) => state.goTo);
  useEffect(() => {
    if (requested === null) return;
    shown.setState({ goTo: null });
    goToSubject(services, requested, body.current);
  }, [requested, services, shown, body]);
}

type PartProps = ReportEditorProps & { readonly disabled: boolean };

/** The findings as tabs, and the fields of the chosen one. */
function ChosenFinding({ services, context, disabled }: PartProps): ReactNode {
  const selectedId = useStore(services.study.store, (state) => state.selectedFindingId);
  const targetScanId = useStore(services.study.store, (state) => state.targetScanId);
  const { findings } = context;
  // Never a finding of the other breast, because the chips change what is chosen here.
  const chosen =
    findings.find(({ finding }) => finding.id === selectedId) ??
    findings.find(({ finding }) => finding.scan.id === targetScanId);
  if (findings.length === 0) {
    return (
      <EmptyState icon="list" text={disabled ? empty.nothingFound : empty.noFindings}>
        <NormalButton services={services} context={context} />
      </EmptyState>
    );
  }
  return (
    <>
      <FindingTabs services={services} findings={findings} chosenId={chosen?.finding.id ?? null} />
      {chosen === undefined ? null : (
        <FindingSection {...{ services, context, disabled }} item={chosen} />
      )}
    </>
  );
}

function NormalButton({ services, context }: ReportEditorProps): ReactNode {
  const { report, notices } = services;
  if (!report.canEdit()) return null;
  return (
    <Button
      kind="primary"
      onPress={() => {
        const normal = normalContent(context);
        if (normal.ok) report.edit(() => normal.value);
        else notices.showProblem(normal.problem);
      }}
    >
      {reportPageTexts.actions.normal}
    </Button>
  );
}

/** Usual intervals of follow-up in months. */
const INTERVALS = [1, 3, 6, 12, 24];

/** Adds an interval that another client has stored. */
const intervalsWith = (months: number | null): readonly number[] =>
  months === null || INTERVALS.includes(months)
    ? INTERVALS
    : [...INTERVALS, months].toSorted((a, b) => a - b);

/** Names the category of items with the same label. */
const managementOptions = (items: HardCodedList['items']) =>
  items.map(({ id, label }) => {
    const isAmbiguous = items.some((other) => other.id !== id && other.label === label);
    const category = id.replace('BIRAD_', '');
    return { id, label: isAmbiguous ? sections.ofCategory(label, category) : label };
  });

/** What the report recommends, and the interval until the follow-up. */
function Management({ services, context, disabled }: PartProps): ReactNode {
  const { report } = services;
  const lists = useStore(services.lists, ({ shown }) => shown);
  const items = lists.find(({ listId }) => listId === 'RECOMM_TYPE')?.items ?? [];
  const { content } = context;
  return (
    <section className={styles.section}>
      {SIDES.filter((side) => sideOf(content, side) !== null).map((side) => (
        <MultiDropdown
          key={side}
          label={sections.recommendations(sides[side])}
          options={managementOptions(items)}
          values={recommendationsOf(content, side).map(({ code }) => code)}
          disabled={disabled}
          onChange={(codes) => report.edit(changeRecommendations(side, codes))}
        />
      ))}
      <Dropdown
        label={sections.followUp}
        options={intervalsWith(content.followUpMonths).map((months) => ({
          id: String(months),
          label: sections.months(months),
        }))}
        value={content.followUpMonths === null ? null : String(content.followUpMonths)}
        disabled={disabled}
        onChange={(id) => report.edit(changeFollowUp(id === null ? null : Number(id)))}
      />
    </section>
  );
}

/** Shows the finding, breast or part of the page that a check names. */
function goToSubject(services: ReportServices, hit: CheckHit, body: HTMLElement | null): void {
  const { kind, id } = hit.subject;
  if (kind === 'finding') void showFinding(services, id);
  const readsText = /text|clock/.test(hit.check);
  const part =
    kind === 'side'
      ? `report-side-${id}`
      : kind !== 'finding'
        ? 'report-text'
        : readsText
          ? `finding-text-${id}`
          : 'report-finding';
  body?.querySelector(`[data-testid="${part}"]`)?.scrollIntoView({ block: 'start' });
}
