import { type ReactNode, useEffect, useRef } from 'react';
import { aiRejectionReason, type FindingAi, GENERATOR_LETTERS, routes } from '#contracts';
import { Button, classNames, Tag, useStore } from '#ui';
import { accept, reject, reopen, showFinding, startEdit } from '../commands/decisions.ts';
import type { AiServices } from '../commands/services.ts';
import type { Overlap } from '../model/overlaps.ts';
import { locationText, type Proposal, scoreText, sizeText } from '../model/proposals.ts';
import { aiTexts } from '../texts/ai-texts.ts';
import { AboutProposal } from './about-proposal.tsx';
import styles from './ai-panel.module.css';
import { RejectForm } from './reject-form.tsx';

const { list, actions } = aiTexts;

export interface ProposalRowProps {
  readonly services: AiServices;
  readonly proposal: Proposal;
  readonly isSelected: boolean;
  readonly isRejecting: boolean;
  /** Findings at the same place; empty for decided proposals. */
  readonly overlaps: readonly Overlap[];
}

/**
 * Number, location, size and score of a proposal; the selected one opens in place with the actions
 * and its origin.
 */
export function ProposalRow(props: ProposalRowProps): ReactNode {
  const { services, proposal, isSelected, overlaps } = props;
  const { finding } = proposal;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isSelected]);
  return (
    <div
      ref={row}
      className={classNames(styles.row, isSelected && styles.selected)}
      data-testid={`proposal-${finding.label}`}
    >
      <button
        type="button"
        className={styles.open}
        aria-current={isSelected}
        onClick={() => void showFinding(services, finding.id)}
      >
        <RowText proposal={proposal} />
        {overlaps.length === 0 ? null : (
          <span className={styles.message}>{overlapText(overlaps)}</span>
        )}
      </button>
      {isSelected ? <Opened {...props} /> : null}
    </div>
  );
}

function RowText({ proposal: { finding, ai, scan } }: { readonly proposal: Proposal }): ReactNode {
  const { id: source, labelColour } = finding.generator;
  const size = sizeText(finding);
  return (
    <>
      <span className={styles.line}>
        <span className={styles.number} style={{ background: labelColour }} data-source={source}>
          {finding.label}
        </span>
        <span className={styles.location}>{locationText(finding, scan)}</span>
        <span className={styles.spacer} />
        <span className={styles.score} title={list.score(scoreText(ai.score))}>
          {scoreText(ai.score)}
        </span>
      </span>
      <span className={styles.line}>
        <Tag color={labelColour} textColor="#ffffff">
          {GENERATOR_LETTERS[source]}
        </Tag>
        <span className={styles.quiet}>{size ?? ai.model.name}</span>
        <span className={styles.spacer} />
        {ai.decision === null ? null : (
          <span className={styles.quiet}>{decisionText(ai.decision)}</span>
        )}
      </span>
    </>
  );
}

/** Names the first finding at the same place and counts the others. */
function overlapText(overlaps: readonly Overlap[]): string {
  const [first] = overlaps;
  if (first === undefined) return '';
  const { kind, finding } = first;
  const text =
    kind === 'own'
      ? list.overlapsOwn(finding.label)
      : list.rejectedBefore(finding.label, reasonText(finding.ai?.decision?.reason ?? ''));
  return overlaps.length === 1 ? text : list.moreOverlaps(text, overlaps.length - 1);
}

/** Returns the label of a reason's code; readers can enter reasons in their own words. */
function reasonText(reason: string): string {
  const code = aiRejectionReason.codes.find((known) => known === reason);
  return code === undefined ? reason : aiRejectionReason.labels[code];
}

function decisionText({ kind, reason }: NonNullable<FindingAi['decision']>): string {
  if (kind === 'ACCEPTED') return list.accepted;
  return list.rejected(reasonText(reason ?? ''));
}

function Opened({ services, proposal, isRejecting, overlaps }: ProposalRowProps): ReactNode {
  const { finding, ai } = proposal;
  const readsCase = useStore(services.view.store, (state) => state.readsCase);
  const mayDecide = !readsCase && services.session.mayCall(routes.decideAiFinding);
  const { id } = finding;
  return (
    <div className={styles.opened}>
      {finding.note === null ? null : <p className={styles.message}>{finding.note}</p>}
      {overlaps.map((overlap) => (
        <Button
          key={overlap.finding.id}
          kind="link"
          size={24}
          onPress={() => void showFinding(services, overlap.finding.id)}
        >
          {list.showFinding(overlap.finding.label)}
        </Button>
      ))}
      {!mayDecide ? null : isRejecting ? (
        <RejectForm
          onReject={(reason) => reject(services, id, reason)}
          onCancel={() => services.reading.set({ rejectingId: null })}
        />
      ) : ai.decision === null ? (
        <div className={styles.actions}>
          <Button kind="primary" onPress={() => void accept(services, id)}>
            {actions.accept}
          </Button>
          <Button onPress={() => services.reading.set({ rejectingId: id })}>
            {actions.reject}
          </Button>
          <EditButton services={services} findingId={id} />
        </div>
      ) : (
        <div className={styles.actions}>
          <Button onPress={() => void reopen(services, id)}>{actions.reopen}</Button>
          {ai.decision.kind === 'ACCEPTED' ? (
            <EditButton services={services} findingId={id} />
          ) : null}
        </div>
      )}
      <AboutProposal services={services} proposal={proposal} />
    </div>
  );
}

function EditButton(props: {
  readonly services: AiServices;
  readonly findingId: string;
}): ReactNode {
  const { services, findingId } = props;
  return (
    <Button disabled={!services.editsAi} onPress={() => void startEdit(services, findingId)}>
      {actions.edit}
    </Button>
  );
}
