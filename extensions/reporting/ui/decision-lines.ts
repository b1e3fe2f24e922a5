import type { HardCodedList, ReportContent } from '#contracts';
import { sideOf } from '#report';
import { categoryCode } from '#ui';
import { reportPageTexts } from '../texts/report-page-texts.ts';

const { sides, sections, side: sideTexts, sign } = reportPageTexts;

/** Returns what a report states beside its texts, one line each: categories, density, management. */
export function decisionLines(
  content: ReportContent,
  lists: readonly HardCodedList[],
): readonly string[] {
  const label = (listId: string, id: string): string =>
    lists.find((list) => list.listId === listId)?.items.find((item) => item.id === id)?.label ?? id;
  const ofSides = (['R', 'L'] as const).flatMap((side) => {
    const stated = sideOf(content, side);
    if (stated === null) return [];
    const { breastDensity } = stated;
    const density =
      breastDensity === null
        ? []
        : [`${sideTexts.density}: ${label('BREAST_DENSITY', breastDensity)}`];
    const category = sign.category(sides[side], categoryCode(lists, stated.biradsScore));
    return [[category, ...density].join(', ')];
  });
  const management = content.recommendations.map(
    ({ code, side }) =>
      `${side === 'B' ? sections.bothSides : sections.recommendations(sides[side])}: ${label('RECOMM_TYPE', code)}`,
  );
  const { followUpMonths } = content;
  const followUp =
    followUpMonths === null ? [] : [`${sections.followUp}: ${sections.months(followUpMonths)}`];
  return [...ofSides, ...management, ...followUp];
}
