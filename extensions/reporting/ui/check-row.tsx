import { type ReactNode, useState } from 'react';
import type { CheckHit } from '#report';
import { Button, Icon } from '#ui';
import { overrideCheck } from '../model/edit-content.ts';
import { overrideOf } from '../model/open-checks.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { OverrideForm } from './override-form.tsx';
import styles from './report-panel.module.css';

const { checks: texts } = reportPageTexts;

interface CheckRowProps {
  readonly services: ReportServices;
  readonly hit: CheckHit;
  readonly disabled: boolean;
  /** Shows the subject of the check. */
  onGoTo(hit: CheckHit): void;
}

/** One point: what is wrong, the way there, and the reason to sign anyway. */
export function CheckRow({ services, hit, disabled, onGoTo }: CheckRowProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const content = services.report.context()?.content;
  const override = content === undefined ? null : overrideOf(content, hit);
  const answer = (reason: string | null): void =>
    services.report.edit(overrideCheck({ check: hit.check, subject: hit.subject.id }, reason));
  const isBlock = hit.level === 'block';
  return (
    <div className={styles.check} data-level={hit.level} data-check={hit.check}>
      <Icon
        name={isBlock ? 'stop' : 'warning'}
        size={16}
        label={isBlock ? texts.block : texts.warn}
      />
      <div className={styles.message}>
        <span>{hit.message}</span>
        {override === null ? null : (
          <span className={styles.quiet}>{texts.overridden(override.reason)}</span>
        )}
        {isAsking ? <OverrideForm onReason={answer} onClose={() => setAsking(false)} /> : null}
        <div className={styles.line}>
          <Button size={24} kind="link" onPress={() => onGoTo(hit)}>
            {texts.goTo}
          </Button>
          {isBlock || disabled || isAsking ? null : override === null ? (
            <Button size={24} kind="link" onPress={() => setAsking(true)}>
              {texts.override}
            </Button>
          ) : (
            <Button size={24} kind="link" onPress={() => answer(null)}>
              {texts.remove}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
