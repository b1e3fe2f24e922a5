import { type ReactNode, useState } from 'react';
import { type CheckHit, REPORT_CHECKS } from '#report';
import { Button, Icon } from '#ui';
import { overrideCheck } from '../model/edit-content.ts';
import { groupHits } from '../model/group-hits.ts';
import { overrideOf } from '../model/open-checks.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { CheckRow } from './check-row.tsx';
import { OverrideForm } from './override-form.tsx';
import styles from './report-panel.module.css';

const { checks: texts } = reportPageTexts;

interface CheckListProps {
  readonly services: ReportServices;
  readonly hits: readonly CheckHit[];
  readonly disabled: boolean;
  /** Shows the subject of a check. */
  onGoTo(hit: CheckHit): void;
}

/** Points to solve before the signature: errors first, then warnings, which a reason answers. */
export function CheckList({ services, hits, disabled, onGoTo }: CheckListProps): ReactNode {
  const given = { services, disabled, onGoTo };
  return (
    <section className={styles.checks} aria-label={texts.title} data-testid="report-checks">
      {hits.length === 0 ? <p className={styles.quiet}>{texts.none}</p> : null}
      {groupHits(hits).map((group) =>
        group.hits.length === 1 ? (
          group.hits.map((hit) => <CheckRow key={keyOf(hit)} hit={hit} {...given} />)
        ) : (
          <CheckGroup key={`all ${group.check}`} {...given} hits={group.hits} />
        ),
      )}
    </section>
  );
}

const keyOf = (hit: CheckHit): string => `${hit.check} ${hit.subject.id ?? ''}`;

/** Several warnings of one check: one reason answers all that have none yet. */
function CheckGroup({ hits, ...given }: CheckListProps): ReactNode {
  const { services, disabled } = given;
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const content = services.report.context()?.content;
  const open = content === undefined ? [] : hits.filter((hit) => !overrideOf(content, hit));
  const title = REPORT_CHECKS.find(({ id }) => id === hits[0]?.check)?.title ?? '';
  const override = (reason: string): void => {
    for (const { check, subject } of open) {
      services.report.edit(overrideCheck({ check, subject: subject.id }, reason));
    }
  };
  return (
    <>
      <div className={styles.check} data-level="warn" data-check-group={hits[0]?.check}>
        <Icon name="warning" size={16} label={texts.warn} />
        <div className={styles.message}>
          <span>{texts.group(title, hits.length)}</span>
          {open.length === 0 ? <span className={styles.quiet}>{texts.allReasoned}</span> : null}
          {isAsking ? <OverrideForm onReason={override} onClose={() => setAsking(false)} /> : null}
          <div className={styles.line}>
            <Button size={24} kind="link" ariaExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {isOpen ? texts.showLess : texts.showEach}
            </Button>
            {disabled || isAsking || open.length === 0 ? null : (
              <Button size={24} kind="link" onPress={() => setAsking(true)}>
                {texts.overrideAll(open.length)}
              </Button>
            )}
          </div>
        </div>
      </div>
      {isOpen ? hits.map((hit) => <CheckRow key={keyOf(hit)} hit={hit} {...given} />) : null}
    </>
  );
}
