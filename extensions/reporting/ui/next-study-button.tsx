import type { ReactNode } from 'react';
import { Button, useStore } from '#ui';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';

const { actions: texts } = reportPageTexts;

/** Opens the next study of the reader's list after a report is finished. */
export function NextStudyButton({ services }: { readonly services: ReportServices }): ReactNode {
  const { finishing } = services;
  const busy = useStore(finishing.busy);
  return (
    <Button kind="primary" busy={busy} onPress={() => void finishing.run()}>
      {texts.nextStudy}
    </Button>
  );
}
