import type { ReactNode } from 'react';
import { useFieldErrors } from '../forms/use-field-errors.ts';
import { scanChangeTexts } from '../texts/scan-change-texts.ts';
import { ChangeForm } from './change-form.tsx';
import type { NamedScan } from './scan-details.tsx';
import { useScanChanges } from './use-scan-changes.ts';

const texts = scanChangeTexts.deletion;

/** Names the scan and asks for the reason before the scan is deleted. */
export function DeleteScanDialog(props: NamedScan & { onClose(): void }): ReactNode {
  const { scan } = props;
  const changes = useScanChanges();
  const errors = useFieldErrors();
  return (
    <ChangeForm
      {...props}
      title={texts.title}
      confirm={{ label: texts.confirm(scan.label), kind: 'danger' }}
      isReady
      autoFocus
      errors={errors}
      send={(reason) => changes.remove(scan, reason)}
    >
      <p>{texts.text}</p>
    </ChangeForm>
  );
}
