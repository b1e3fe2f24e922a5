import { type ReactNode, useState } from 'react';
import { Button, Icon, saveFile } from '#ui';
import type { FollowUpServices } from './follow-up-services.ts';

interface SaveCsvButtonProps {
  readonly services: FollowUpServices;
  readonly label: string;
  /** Path below `/api`, with the filters as query. */
  readonly path: string;
  readonly fileName: string;
}

/** Saves a CSV of the server as a file. */
export function SaveCsvButton(props: SaveCsvButtonProps): ReactNode {
  const { api, notices } = props.services;
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const bytes = await api.download(props.path);
    setBusy(false);
    if (!bytes.ok) notices.showProblem(bytes.problem);
    else saveFile(new Blob([bytes.value], { type: 'text/csv' }), props.fileName);
  };
  return (
    <Button busy={busy} onPress={() => void save()}>
      <Icon name="download" size={16} />
      {props.label}
    </Button>
  );
}
