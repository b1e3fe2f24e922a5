import type { ReactNode } from 'react';
import { BREAST_DENSITIES } from '#contracts';
import { type ReportContext, type Side, sideOf } from '#report';
import { CategoryChips, ToggleChips, useStore } from '#ui';
import { changeSide } from '../model/edit-content.ts';
import type { ReportServices } from '../state/report-services.ts';
import { writeDensity } from '../state/write-density.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { ProposedCategory } from './proposed-categories.tsx';
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
  const density = densities.find(({ id }) => id === content.breastDensity);
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
      <ProposedCategory {...{ services, context, side, disabled }} />
      <ToggleChips
        label={density === undefined ? texts.density : `${texts.density} · ${density.label}`}
        options={densities.map(({ id, label, code }) => ({
          id,
          label: code ?? label,
          name: code === undefined ? label : `${code}, ${label}`,
        }))}
        selected={content.breastDensity === null ? [] : [content.breastDensity]}
        disabled={disabled}
        onChange={([id]) => {
          const breastDensity = BREAST_DENSITIES.find((density) => density === id) ?? null;
          change({ breastDensity });
          void writeDensity(services, side, breastDensity);
        }}
      />
    </section>
  );
}
