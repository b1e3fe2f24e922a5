import type { ReactNode } from 'react';
import { formatDay, formatFixed } from '#foundation';
import {
  changeSince,
  type FindingChange,
  type KnownPriorFinding,
  proposeLink,
  type ReportContext,
  type ReportFinding,
} from '#report';
import { Button, Dropdown, useStore } from '#ui';
import { linkPrior } from '../model/edit-content.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import styles from './report-panel.module.css';

const { prior: texts } = reportPageTexts;

interface PriorLinkProps {
  readonly services: ReportServices;
  readonly context: ReportContext;
  readonly item: ReportFinding;
  readonly disabled: boolean;
}

/**
 * The same lesion in an earlier study, and its change since. A link is proposed by location, but
 * only the reader sets it.
 */
export function PriorLink({ services, context, item, disabled }: PriorLinkProps): ReactNode {
  const all = useStore(services.background.store, (state) => state.priorFindings);
  const known = (all ?? []).filter(({ side }) => side === item.side);
  const { id } = item.finding;
  const linkedId = context.content.priorLinks.find(({ findingId }) => findingId === id);
  if (known.length === 0 && linkedId === undefined) return null;
  const options = known.map((prior) => ({ id: prior.finding.id, label: nameOf(prior) }));
  const isListed = options.some((option) => option.id === linkedId?.priorFindingId);
  const link = (priorFindingId: string | null): void =>
    services.report.edit(linkPrior(id, priorFindingId));
  const proposed =
    linkedId === undefined && !disabled ? proposeLink(item, context.findings, known) : null;
  return (
    <div className={styles.entry} data-testid="report-prior">
      <Dropdown
        label={texts.label}
        options={
          linkedId === undefined || isListed
            ? options
            : [...options, { id: linkedId.priorFindingId, label: texts.notListed }]
        }
        value={linkedId?.priorFindingId ?? null}
        disabled={disabled}
        onChange={link}
      />
      {proposed === null ? null : (
        <p className={styles.line}>
          <span className={styles.quiet}>
            {texts.proposed(nameOf(proposed.prior), Math.round(proposed.distanceMm))}
          </span>
          <Button size={24} onPress={() => link(proposed.prior.finding.id)}>
            {texts.link}
          </Button>
        </p>
      )}
      {item.prior === null ? null : (
        <p className={styles.quiet}>{changeText(changeSince(item.finding, item.prior))}</p>
      )}
    </div>
  );
}

/** Returns day, number and longest diameter of a prior finding. */
function nameOf({ finding, day }: KnownPriorFinding): string {
  const sizes = [finding.massLengthUm, finding.massWidthUm, finding.massHeightUm];
  const longest = Math.max(0, ...sizes.map((um) => um ?? 0));
  const size = longest === 0 ? null : formatFixed(longest / 1000, 1);
  return texts.name(formatDay(day), finding.label, size);
}

function changeText(change: FindingChange | null): string {
  if (change === null) return texts.noSizes;
  const [from, to] = [change.fromUm, change.toUm].map((um) => formatFixed(um / 1000, 1));
  const percent = Math.round(change.growthPercent);
  const sign = percent < 0 ? '−' : '+';
  const grown = texts.change(from ?? '', to ?? '', `${sign}${Math.abs(percent)}`);
  const { doublingDays } = change;
  return doublingDays === null ? grown : `${grown} ${texts.doubling(Math.round(doublingDays))}`;
}
