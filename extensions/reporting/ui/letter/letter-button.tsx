import { type ReactNode, useState } from 'react';
import { Button, useStore } from '#ui';
import type { ReportServices } from '../../state/report-services.ts';
import { letterTexts as texts } from '../../texts/letter-texts.ts';
import { LetterDialog } from './letter-dialog.tsx';

/** Opens the letter to the patient; shown for signed reports. */
export function LetterButton({ services }: { readonly services: ReportServices }): ReactNode {
  const stored = useStore(services.report.store, (state) => state.stored);
  const [isOpen, setOpen] = useState(false);
  if (stored === null || (stored.state !== 'SIGNED' && stored.state !== 'ADDENDUM')) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{texts.button}</Button>
      {isOpen ? (
        <LetterDialog
          api={services.api}
          reportId={stored.id}
          language={stored.content.language}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
