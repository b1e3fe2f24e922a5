import { type ReactNode, useState } from 'react';
import { Button } from '#ui';
import { usePin } from '../lists/pinned-item.tsx';
import { scanChangeTexts as texts } from '../texts/scan-change-texts.ts';
import { DeletedScansDialog, useDeletedScans } from './deleted-scans-dialog.tsx';

/** Opens the deleted scans of a study; nothing if there are none, or without permission. */
export function DeletedScansButton({ studyId }: { readonly studyId: string }): ReactNode {
  const { data = [] } = useDeletedScans(studyId);
  const [open, setOpen] = useState(false);
  usePin(open);
  // The dialog stays after its last scan is restored.
  if (data.length === 0 && !open) return null;
  return (
    <>
      <Button kind="link" size={24} onPress={() => setOpen(true)}>
        {texts.deletedCount(data.length)}
      </Button>
      {open ? <DeletedScansDialog studyId={studyId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
