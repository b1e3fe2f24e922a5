import { type ReactNode, useState } from 'react';
import { Button, useStore } from '#ui';
import type { AiServices } from '../commands/services.ts';
import type { Overlap } from '../model/overlaps.ts';
import type { Proposal, ProposalList } from '../model/proposals.ts';
import { aiTexts } from '../texts/ai-texts.ts';
import styles from './ai-panel.module.css';
import { ProposalRow } from './proposal-row.tsx';

/** Number of rows that are rendered at first and with each press of the button. */
const PAGE_ROWS = 50;

const { list: texts } = aiTexts;

interface ProposalRowsProps {
  readonly services: AiServices;
  readonly list: ProposalList;
  /** Findings at the same place, by the id of an undecided proposal. */
  readonly overlaps: Overlaps;
}

type Overlaps = ReadonlyMap<string, readonly Overlap[]>;
const NONE: readonly never[] = [];

/** Undecided proposals by score, then the decided ones. */
export function ProposalRows({ services, list, overlaps }: ProposalRowsProps): ReactNode {
  return (
    <>
      <Rows
        title={texts.open(list.open.length)}
        services={services}
        proposals={list.open}
        overlaps={overlaps}
      />
      <Rows
        title={texts.decided(list.decided.length)}
        services={services}
        proposals={list.decided}
        overlaps={overlaps}
      />
    </>
  );
}

interface RowsProps {
  readonly title: string;
  readonly services: AiServices;
  readonly proposals: readonly Proposal[];
  readonly overlaps: Overlaps;
}

function Rows({ title, services, proposals, overlaps }: RowsProps): ReactNode {
  const [rowCount, setRowCount] = useState(PAGE_ROWS);
  const selectedId = useStore(services.study.store, (state) => state.selectedFindingId);
  const rejectingId = useStore(services.reading.store, (state) => state.rejectingId);
  if (proposals.length === 0) return null;
  const restCount = proposals.length - rowCount;
  return (
    <>
      <h2 className={styles.group}>{title}</h2>
      <ul className={styles.rows} aria-label={title}>
        {proposals.slice(0, rowCount).map((proposal) => (
          <li key={proposal.finding.id}>
            <ProposalRow
              services={services}
              proposal={proposal}
              isSelected={proposal.finding.id === selectedId}
              isRejecting={proposal.finding.id === rejectingId}
              overlaps={overlaps.get(proposal.finding.id) ?? NONE}
            />
          </li>
        ))}
      </ul>
      {restCount <= 0 ? null : (
        <Button kind="link" onPress={() => setRowCount(rowCount + PAGE_ROWS)}>
          {texts.more(Math.min(restCount, PAGE_ROWS))}
        </Button>
      )}
    </>
  );
}
