import type { ReactNode } from 'react';
import type { Finding, HardCodedList } from '#contracts';
import { type SizeField, typedSizes } from '#findings';
import { formatFixed } from '#foundation';
import type { ReportContext, ReportFinding } from '#report';
import { CategoryChips, DescriptorChips, MultiDropdown, useStore } from '#ui';
import type { ReportServices } from '../state/report-services.ts';
import { showFinding } from '../state/show-finding.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { FindingNote } from './finding-note.tsx';
import { OutcomeButton } from './follow-up/outcome-button.tsx';
import { PriorLink } from './prior-link.tsx';
import styles from './report-panel.module.css';

const { finding: texts } = reportPageTexts;

interface FindingSectionProps {
  readonly services: ReportServices;
  readonly context: ReportContext;
  readonly item: ReportFinding;
  readonly disabled: boolean;
}

/** Descriptors, sizes, category and recommendation of the chosen finding. */
export function FindingSection(props: FindingSectionProps): ReactNode {
  const { services, context, item, disabled } = props;
  const { study, report } = services;
  const { finding } = item;
  const lists = useStore(services.lists, ({ shown }) => shown);
  const content = useStore(report.store, (state) => state.draft?.content ?? state.stored?.content);
  const own = content?.findingTexts.find(({ findingId }) => findingId === finding.id);
  const change = (result: ReturnType<typeof study.setLabels>): void => {
    if (result.ok) report.edit((content) => content);
    else services.notices.showProblem(result.problem);
  };
  return (
    <section className={styles.section} data-testid="report-finding">
      <DescriptorChips
        lists={lists}
        finding={finding}
        disabled={disabled}
        onChange={(labels) => change(study.setLabels(finding.id, labels))}
      />
      <Sizes services={services} finding={finding} />
      <PriorLink services={services} context={context} item={item} disabled={disabled} />
      <CategoryChips
        label={texts.category}
        lists={lists}
        score={finding.biradsScore}
        disabled={disabled}
        onChange={(biradsScore) => change(study.setFindingFields(finding.id, { biradsScore }))}
      />
      <MultiDropdown
        label={texts.recommendation}
        options={itemsOf(lists, 'RECOMMENDATION')}
        values={finding.recommendations}
        disabled={disabled}
        onChange={(ids) =>
          change(study.setFindingFields(finding.id, { recommendations: [...ids] }))
        }
      />
      {own === undefined ? null : (
        // A key, so that dictation and the error of a text block end with their finding.
        <FindingNote
          key={finding.id}
          services={services}
          context={context}
          findingId={finding.id}
          text={own.text}
          disabled={disabled}
        />
      )}
      <OutcomeButton services={services} item={item} />
    </section>
  );
}

const itemsOf = (lists: readonly HardCodedList[], id: string) =>
  lists.find(({ listId }) => listId === id)?.items ?? [];

const SIZES = [
  'massLengthUm',
  'massHeightUm',
  'massWidthUm',
] as const satisfies readonly SizeField[];

/** Sizes with their source; a press shows the finding on the images. */
function Sizes({
  services,
  finding,
}: Pick<FindingSectionProps, 'services'> & { readonly finding: Finding }): ReactNode {
  const typed = typedSizes(finding);
  const known = SIZES.filter((field) => finding[field] !== null);
  return (
    <div className={styles.descriptor}>
      <span className={styles.label}>{texts.size}</span>
      {known.length === 0 ? (
        <span className={styles.quiet}>{texts.noSize}</span>
      ) : (
        <button
          type="button"
          className={styles.sizes}
          title={texts.show}
          onClick={() => void showFinding(services, finding.id)}
        >
          {known.map((field) => (
            <span key={field}>
              {texts.sizes[field]} {formatFixed((finding[field] ?? 0) / 1000, 1)} mm{' '}
              <em>{typed.includes(field) ? texts.typed : texts.measured}</em>
            </span>
          ))}
        </button>
      )}
    </div>
  );
}
