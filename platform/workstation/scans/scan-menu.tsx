import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { routes, type Scan } from '#contracts';
import { unwrap } from '#foundation';
import { Icon, iconButtonClass, MenuButton, type MenuEntry } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { usePin } from '../lists/pinned-item.tsx';
import { CorrectOrientationDialog } from '../orientation/correct-orientation-dialog.tsx';
import { orientationTexts } from '../texts/orientation-texts.ts';
import { scanChangeTexts as texts } from '../texts/scan-change-texts.ts';
import { CorrectScanDialog } from './correct-scan-dialog.tsx';
import { DeleteScanDialog } from './delete-scan-dialog.tsx';
import { DeletedScansDialog } from './deleted-scans-dialog.tsx';
import type { NamedScan } from './scan-details.tsx';

export interface ScanMenuProps extends NamedScan {
  /** True if a report of the study is signed, so that its scans can't change. */
  readonly isSigned: boolean;
  /** Called with the corrected scan, which may be in another study. */
  onCorrected?(scan: Scan): void;
}

/** Menu of a scan: correct, delete, and the deleted scans of its study. Hidden without permission. */
export function ScanMenu(props: ScanMenuProps): ReactNode {
  // The key closes an open dialog when another scan is shown, so that no entry reaches that scan.
  return <KeyedScanMenu key={props.scan.id} {...props} />;
}

function KeyedScanMenu(props: ScanMenuProps): ReactNode {
  const { session } = useApplication().services;
  const [openDialog, setOpenDialog] = useState<
    'correct' | 'delete' | 'deleted' | 'orientation' | null
  >(null);
  const [isOpen, setIsOpen] = useState(false);
  const recordingDevice = useRecordingDevice(props.scan, isOpen);
  usePin(openDialog !== null);
  if (!session.mayCall(routes.correctScan)) return null;
  const { scan, patient, onCorrected } = props;
  const reason = unavailableReason(props, recordingDevice);
  const close = (): void => setOpenDialog(null);
  const changing = (id: 'correct' | 'delete' | 'orientation', label: string): MenuEntry => ({
    id,
    label: reason === null ? label : texts.unavailable(label, reason),
    disabled: reason !== null,
    run: () => setOpenDialog(id),
  });
  const entries: readonly MenuEntry[] = [
    changing('correct', texts.correct),
    ...(scan.origin === 'IMPORTED' && scan.scanState === 'C'
      ? [changing('orientation', orientationTexts.correct)]
      : []),
    changing('delete', texts.remove),
    { id: 'deleted', label: texts.deleted, separated: true, run: () => setOpenDialog('deleted') },
  ];
  return (
    <>
      <MenuButton
        ariaLabel={texts.menu(scan.label)}
        className={iconButtonClass({ size: 24 })}
        entries={entries}
        onOpenChange={setIsOpen}
      >
        <Icon name="more" size={16} />
      </MenuButton>
      {openDialog === 'correct' ? (
        <CorrectScanDialog
          scan={scan}
          patient={patient}
          onClose={close}
          {...(onCorrected === undefined ? {} : { onCorrected })}
        />
      ) : null}
      {openDialog === 'orientation' ? (
        <CorrectOrientationDialog scan={scan} onClose={close} />
      ) : null}
      {openDialog === 'delete' ? (
        <DeleteScanDialog scan={scan} patient={patient} onClose={close} />
      ) : null}
      {openDialog === 'deleted' ? (
        <DeletedScansDialog studyId={scan.studyId} onClose={close} />
      ) : null}
    </>
  );
}

/** Returns why a scan can be neither deleted nor corrected; null if it can. */
function unavailableReason({ isSigned }: ScanMenuProps, device: string | null): string | null {
  if (isSigned) return texts.signed;
  return device === null ? null : texts.recording(device);
}

/**
 * Returns the name of the device that is recording a scan, read when the menu opens; null for a
 * scan that was stopped, and until loaded.
 */
function useRecordingDevice({ id, scanState }: Scan, isOpen: boolean): string | null {
  const { api } = useApplication().services;
  const { data } = useQuery({
    queryKey: ['recording-device', id],
    enabled: isOpen && scanState !== 'C',
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      unwrap(await api.call(routes.getScan, { params: { id }, signal })).recordingDevice ?? null,
  });
  return data ?? null;
}
