import type { ReactNode } from 'react';
import { Button, Slider, useStore } from '#ui';
import type { AiServices } from '../commands/services.ts';
import { type ProposalList, scoreText } from '../model/proposals.ts';
import { aiTexts } from '../texts/ai-texts.ts';
import styles from './ai-panel.module.css';

const { threshold } = aiTexts;

interface ScoreLimitProps {
  readonly services: AiServices;
  readonly list: ProposalList;
}

/**
 * Lowest score of the proposals that are listed and drawn, with a tick for each proposal. Filters
 * only; deletes nothing.
 */
export function ScoreLimit({ services, list }: ScoreLimitProps): ReactNode {
  const score = useStore(services.view.store, ({ aiLayer }) => aiLayer.minScore);
  const { reading } = services;
  return (
    <div className={styles.limit} data-testid="ai-score-limit">
      <div className={styles.line}>
        <span>{threshold.label}</span>
        <b className={styles.figure}>{scoreText(score)}</b>
        <span className={styles.spacer} />
        <span className={styles.quiet} role="status" data-testid="ai-below-count">
          {threshold.hidden(list.belowCount)}
        </span>
        {list.belowCount === 0 ? null : (
          <Button kind="link" size={24} onPress={() => reading.setLowestScore(0)}>
            {threshold.showAll}
          </Button>
        )}
      </div>
      <Slider
        label={threshold.label}
        labelHidden
        value={score}
        min={0}
        max={1}
        step={0.01}
        ticks={list.scores.map((at) => ({ at, color: 'var(--finding-aiad)' }))}
        format={scoreText}
        onChange={(value) => reading.setLowestScore(value)}
      />
    </div>
  );
}
