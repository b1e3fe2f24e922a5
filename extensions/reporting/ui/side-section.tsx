import type { ReactNode } from 'react';
import { BREAST_DENSITIES } from '#contracts';
import { findingName, proposedCategory, type ReportContext, type Side, sideOf } from '#report';
import { Button, Dropdown, useStore } from '#ui';
import { changeSide } from '../model/edit-content.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { CategoryChips, categoryCode } from './category-chips.tsx';
import styles from './report-panel.module.css';

const { side: texts, sides } = reportPageTexts;

interface SideSectionProps {
  readonly services: ReportServices;
  readonly context: ReportContext;
  readonly side: Side;
  readonly disabled: boolean;
}

/** Category and density of a breast; the highest category of its findings is proposed, never set. */
export function SideSection({ services, context, side, disabled }: SideSectionProps): ReactNode {
  const { report } = services;
  const lists = useStore(services.lists, ({ shown }) => shown);
  const content = sideOf(context.content, side);
  if (content === null) return null;
  const densities = lists.find(({ listId }) => listId === 'BREAST_DENSITY')?.items ?? [];
  const change = (fields: Parameters<typeof changeSide>[1]): void =>
    report.edit(changeSide(side, fields));
  return (
    <section className={styles.section} data-testid={`report-side-${side}`}>
      <CategoryChips
        label={texts.category(sides[side])}
        lists={lists}
        score={content.biradsScore}
        disabled={disabled}
        onChange={(biradsScore) => change({ biradsScore })}
      />
      <Proposed {...{ services, context, side, disabled }} />
      <Dropdown
        label={texts.density}
        options={densities.map(({ id, label }) => ({ id, label }))}
        value={content.breastDensity}
        disabled={disabled}
        onChange={(id) =>
          change({ breastDensity: BREAST_DENSITIES.find((density) => density === id) ?? null })
        }
      />
    </section>
  );
}

function Proposed({ services, context, side, disabled }: SideSectionProps): ReactNode {
  const lists = useStore(services.lists, ({ shown }) => shown);
  const proposal = proposedCategory(context.findings.filter((item) => item.side === side));
  if (proposal === null || proposal.score === sideOf(context.content, side)?.biradsScore)
    return null;
  const code = categoryCode(lists, proposal.score);
  return (
    <div className={styles.line}>
      <span className={styles.quiet}>
        {texts.proposed(code, findingName(context, proposal.finding))}
      </span>
      {disabled ? null : (
        <Button
          size={24}
          onPress={() => services.report.edit(changeSide(side, { biradsScore: proposal.score }))}
        >
          {texts.adopt(code)}
        </Button>
      )}
    </div>
  );
}
