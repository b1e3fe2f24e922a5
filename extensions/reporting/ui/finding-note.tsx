import type { ReactNode } from 'react';
import type { ReportContext } from '#report';
import { changeFindingText } from '../model/edit-content.ts';
import { findingValues } from '../model/macro-subject.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { ReportTextArea } from './fields/report-text-area.tsx';

interface FindingNoteProps {
  readonly services: Pick<ReportServices, 'report' | 'textBlocks' | 'dictation'>;
  readonly context: ReportContext;
  readonly findingId: string;
  readonly text: string;
  readonly disabled: boolean;
}

/** The reader's own text of a finding. */
export function FindingNote(props: FindingNoteProps): ReactNode {
  const { services, context, findingId, text, disabled } = props;
  return (
    <ReportTextArea
      services={services}
      language={context.content.language}
      values={findingValues(context, findingId)}
      label={reportPageTexts.finding.note}
      rows={2}
      maxLength={10_000}
      value={text}
      disabled={disabled}
      onChange={(next) => services.report.edit(changeFindingText(findingId, next))}
    />
  );
}
