import { type ReactNode, useState } from 'react';
import type { CheckHit } from '#report';
import { Button, Icon, TextField } from '#ui';
import { overrideCheck } from '../model/edit-content.ts';
import { overrideOf } from '../model/open-checks.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
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
  return (
    <section className={styles.checks} aria-label={texts.title} data-testid="report-checks">
      {hits.length === 0 ? <p className={styles.quiet}>{texts.none}</p> : null}
      {hits.map((hit) => (
        <CheckRow
          key={`${hit.check} ${hit.subject.id ?? ''}`}
          {...{ services, hit, disabled, onGoTo }}
        />
      ))}
    </section>
  );
}

function CheckRow(props: Omit<CheckListProps, 'hits'> & { readonly hit: CheckHit }): ReactNode {
  const { services, hit, disabled, onGoTo } = props;
  const [reason, setReason] = useState<string | null>(null);
  const content = services.report.context()?.content;
  const override = content === undefined ? null : overrideOf(content, hit);
  const key = { check: hit.check, subject: hit.subject.id };
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
        {reason === null ? null : (
          <form
            className={styles.line}
            onSubmit={(event) => {
              event.preventDefault();
              if (reason.trim() === '') return;
              services.report.edit(overrideCheck(key, reason.trim()));
              setReason(null);
            }}
          >
            <TextField
              label={texts.reason}
              labelHidden
              value={reason}
              maxLength={500}
              autoFocus
              placeholder={texts.reason}
              onChange={setReason}
            />
            <Button type="submit" disabled={reason.trim() === ''}>
              {texts.override}
            </Button>
          </form>
        )}
        <div className={styles.line}>
          <Button size={24} kind="link" onPress={() => onGoTo(hit)}>
            {texts.goTo}
          </Button>
          {isBlock || disabled || reason !== null ? null : override === null ? (
            <Button size={24} kind="link" onPress={() => setReason('')}>
              {texts.override}
            </Button>
          ) : (
            <Button
              size={24}
              kind="link"
              onPress={() => services.report.edit(overrideCheck(key, null))}
            >
              {texts.remove}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
