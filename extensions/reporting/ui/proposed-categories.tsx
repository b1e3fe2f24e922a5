import type { ReactNode } from 'react';
import {
  adoptCategory,
  adoptedManagement,
  findingName,
  proposedCategory,
  type ReportContext,
  type Side,
  sideOf,
} from '#report';
import { Button, categoryCode, useStore } from '#ui';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import styles from './report-panel.module.css';

const { side: texts } = reportPageTexts;

interface ProposedProps {
  readonly services: ReportServices;
  readonly context: ReportContext;
  readonly disabled: boolean;
}

/** Returns the highest category of a breast's findings; null while the breast has it. */
function proposalOf(context: ReportContext, side: Side) {
  const proposal = proposedCategory(context.findings.filter((item) => item.side === side));
  const content = sideOf(context.content, side);
  return content === null || proposal?.score === content.biradsScore ? null : proposal;
}

/** The highest category of a breast's findings with its usual management, taken over by a press. */
export function ProposedCategory({
  services,
  context,
  side,
  disabled,
}: ProposedProps & { readonly side: Side }): ReactNode {
  const lists = useStore(services.lists, ({ shown }) => shown);
  const proposal = proposalOf(context, side);
  if (proposal === null) return null;
  const { score, finding } = proposal;
  const code = categoryCode(lists, score);
  const managementId = adoptedManagement(context.content, side, score);
  const items = lists.find(({ listId }) => listId === 'RECOMM_TYPE')?.items ?? [];
  const management = items.find(({ id }) => id === managementId)?.label ?? null;
  return (
    <div className={styles.line}>
      <span className={styles.quiet}>{texts.proposed(code, findingName(context, finding))}</span>
      {disabled ? null : (
        <Button
          size={24}
          onPress={() => services.report.edit((content) => adoptCategory(content, side, score))}
        >
          {texts.adopt(code, management)}
        </Button>
      )}
    </div>
  );
}

/** Takes over the proposed categories of both breasts by one press. */
export function BothCategories({ services, context, disabled }: ProposedProps): ReactNode {
  const lists = useStore(services.lists, ({ shown }) => shown);
  const right = proposalOf(context, 'R');
  const left = proposalOf(context, 'L');
  if (right === null || left === null || disabled) return null;
  const [rightCode, leftCode] = [right.score, left.score].map((score) =>
    categoryCode(lists, score),
  );
  return (
    <div className={styles.section}>
      <div className={styles.line}>
        <span className={styles.quiet}>{texts.proposedBoth}</span>
        <Button
          size={24}
          onPress={() =>
            services.report.edit((content) =>
              adoptCategory(adoptCategory(content, 'R', right.score), 'L', left.score),
            )
          }
        >
          {texts.adoptBoth(rightCode ?? '', leftCode ?? '')}
        </Button>
      </div>
    </div>
  );
}
