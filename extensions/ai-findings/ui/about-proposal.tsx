import type { ReactNode } from 'react';
import { stampOf } from '#foundation';
import { Disclosure, useStore } from '#ui';
import type { AiServices } from '../commands/services.ts';
import { type Proposal, scoreText } from '../model/proposals.ts';
import { aiTexts } from '../texts/ai-texts.ts';
import styles from './ai-panel.module.css';

const { about, list } = aiTexts;

/** Prefix of the providers of this extension, whose models were measured on phantoms. */
const OWN_PROVIDERS = 'ai-findings.';
/** Shown digits of a hash; the title has all of them. */
const HASH_DIGITS = 16;

interface AboutProposalProps {
  readonly services: AiServices;
  readonly proposal: Proposal;
}

/** Origin of a proposal: model, version, hash of the weights, provider, time of the run. */
export function AboutProposal({ services, proposal: { ai } }: AboutProposalProps): ReactNode {
  const run = useStore(services.reading.store, ({ runs }) =>
    runs.find(({ id }) => id === ai.runId),
  );
  const { name, version, weightsSha256, use } = ai.model;
  const rows = [
    [about.model, name],
    [about.version, version],
    [about.weights, weightsSha256 ?? about.noWeights],
    [about.provider, ai.providerId],
    [about.use, about.uses[use]],
    [about.run, run === undefined ? about.unknown : stampOf(run.createdAt)],
    [about.measured, ai.providerId.startsWith(OWN_PROVIDERS) ? about.phantoms : about.ofProvider],
  ] as const;
  return (
    <Disclosure title={about.title}>
      <p className={styles.quiet}>{list.score(scoreText(ai.score))}</p>
      <dl className={styles.about}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd title={value}>
              {label === about.weights && weightsSha256 !== null
                ? `${value.slice(0, HASH_DIGITS)}…`
                : value}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
