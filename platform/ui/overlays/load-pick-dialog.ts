import type { PickDialogProps } from './pick-dialog.tsx';

export type { PickDialogProps, PickGroup, PickItem } from './pick-dialog.tsx';

/** The dialog in which one of many is found by typing; fetched when it is first opened. */
export async function loadPickDialog(): Promise<(props: PickDialogProps) => React.ReactNode> {
  return (await import('./pick-dialog.tsx')).PickDialog;
}
