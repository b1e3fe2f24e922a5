import type { PickDialogProps } from './pick-dialog.tsx';

export type { PickDialogProps, PickGroup, PickItem } from './pick-dialog.tsx';

/** Loads the searchable pick dialog on first use. */
export async function loadPickDialog(): Promise<(props: PickDialogProps) => React.ReactNode> {
  return (await import('./pick-dialog.tsx')).PickDialog;
}
