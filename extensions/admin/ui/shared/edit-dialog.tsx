import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { Dialog, DiscardDialog } from '#ui';

/** What a form in an `EditDialog` reports to its dialog and asks of it. */
export interface EditDialogLink {
  setChanged(changed: boolean): void;
  /** Closes the dialog; asks first if the form has entries that are not saved. */
  requestClose(): void;
}
const LinkContext = createContext<EditDialogLink | null>(null);

/** Dialog around an `EditForm`; asks before Escape, a click outside or Cancel discard entries. */
export function EditDialog(props: {
  readonly title: string;
  readonly children: ReactNode;
  onClose(): void;
}): ReactNode {
  const { title, children, onClose } = props;
  const [changed, setChanged] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const link = useMemo(
    () => ({ setChanged, requestClose: () => (changed ? setConfirming(true) : onClose()) }),
    [changed, onClose],
  );
  return (
    <Dialog title={title} open onClose={link.requestClose}>
      <LinkContext value={link}>{children}</LinkContext>
      <DiscardDialog open={confirming} onDiscard={onClose} onClose={() => setConfirming(false)} />
    </Dialog>
  );
}

/** Returns the link of the enclosing `EditDialog`. */
export function useEditDialog(): EditDialogLink {
  const link = useContext(LinkContext);
  if (link === null) throw new Error('An EditForm needs an EditDialog around it');
  return link;
}
