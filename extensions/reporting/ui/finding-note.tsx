import type { ReactNode } from 'react';
import { changeFindingText } from '../model/edit-content.ts';
import { findingValues } from '../model/macro-subject.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { ReportTextArea } from './fields/report-text-area.tsx';
import { useReportContext } from './use-report-context.ts';

interface FindingNoteProps {
  readonly services: ReportServices;
  readonly findingId: string;
  readonly text: string;
  readonly disabled: boolean;
}

/** The reader's own text of a finding. */
export function FindingNote({ services, findingId, text, disabled }: FindingNoteProps): ReactNode {
  const context = useReportContext(services);
  return (
    <ReportTextArea
      services={services}
      language={context?.content.language ?? 'en'}
      values={context === null ? {} : findingValues(context, findingId)}
      label={reportPageTexts.finding.note}
      rows={2}
      maxLength={10_000}
      value={text}
      disabled={disabled}
      onChange={(next) => services.report.edit(changeFindingText(findingId, next))}
    />
  );
}
