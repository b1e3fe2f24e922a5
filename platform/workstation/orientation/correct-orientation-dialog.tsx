import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { routes, type Scan } from '#contracts';
import type { ApiClient } from '#core';
import { unwrap } from '#foundation';
import { Button, Dialog, DialogActions, Spinner, TextArea } from '#ui';
import { type FileAxes, type FileAxis, readNrrd, volumeFromNrrd } from '#volume';
import { useApplication } from '../application/application-context.ts';
import { orientationTexts as texts } from '../texts/orientation-texts.ts';
import { recordTexts } from '../texts/record-texts.ts';
import { AxisLists } from './axis-lists.tsx';
import { type MiddleSlice, middleSlices } from './middle-slices.ts';
import styles from './slice-picker.module.css';
import { SlicePicker } from './slice-picker.tsx';

/** Axes of every stored volume. */
const STORED: FileAxes = { depthAxis: '+j', headAxis: '+k' };
/** A level of this width shows enough for a small slice. */
const MIN_VOXELS = 100;
const MAX_REASON_LENGTH = 500;

/** Dialog that turns the volume of an imported scan; stays open with its entries if rejected. */
export function CorrectOrientationDialog({
  scan,
  onClose,
}: {
  readonly scan: Scan;
  onClose(): void;
}): ReactNode {
  const { notices, api, study } = useApplication().services;
  // The axes refer to the slices shown here, so that a turn by another user is a conflict.
  const [version] = useState(scan.version);
  const [depthAxis, setDepth] = useState<FileAxis>(STORED.depthAxis);
  const [headAxis, setHead] = useState<FileAxis>(STORED.headAxis);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const isStored = depthAxis === STORED.depthAxis && headAxis === STORED.headAxis;
  const isReady = !isStored && depthAxis.at(1) !== headAxis.at(1);
  const send = async (): Promise<void> => {
    setBusy(true);
    const response = await api.call(routes.correctOrientation, {
      params: { id: scan.id },
      version,
      body: { depthAxis, headAxis, ...(reason.trim() === '' ? {} : { reason }) },
    });
    setBusy(false);
    if (!response.ok) {
      notices.showProblem(response.problem);
      return;
    }
    notices.show('success', texts.done(scan.label));
    void study.refresh();
    onClose();
  };
  const axes = { depthAxis, headAxis, disabled: busy, onDepth: setDepth, onHead: setHead };
  return (
    <Dialog open width={720} title={texts.title} dismissable={!busy} onClose={onClose}>
      <div className={styles.picker}>
        <p>{texts.text}</p>
        <StoredSlices {...axes} scanId={scan.id} />
        <AxisLists {...axes} errors={{}} />
        {isStored ? <p className={styles.result}>{texts.unchanged}</p> : null}
        <TextArea
          label={texts.reason}
          rows={2}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onChange={setReason}
        />
        {busy ? <p role="status">{texts.turning}</p> : null}
      </div>
      <DialogActions>
        <Button disabled={busy} onPress={onClose}>
          {recordTexts.cancel}
        </Button>
        <Button kind="primary" busy={busy} disabled={!isReady} onPress={() => void send()}>
          {texts.confirm(scan.label)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function StoredSlices(props: {
  readonly scanId: string;
  readonly depthAxis: FileAxis;
  readonly headAxis: FileAxis;
  readonly disabled: boolean;
  onDepth(axis: FileAxis): void;
  onHead(axis: FileAxis): void;
}): ReactNode {
  const { scanId, ...axes } = props;
  const { api } = useApplication().services;
  const { data, error } = useQuery({
    queryKey: ['stored-slices', scanId],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => readStoredSlices(api, scanId, signal),
  });
  if (error !== null) return <p role="status">{texts.noSlices}</p>;
  return data === undefined ? (
    <Spinner label={texts.reading} />
  ) : (
    <SlicePicker {...axes} slices={data} />
  );
}

/** Reads the coarsest level of the stored volume that shows enough. Throws if it can't be read. */
async function readStoredSlices(
  api: ApiClient,
  scanId: string,
  signal: AbortSignal,
): Promise<readonly MiddleSlice[]> {
  const volume = unwrap(await api.call(routes.getVolume, { params: { id: scanId }, signal }));
  const sizesOf = (header: { readonly sizes: string } | null): number =>
    Math.max(...(header?.sizes.split(' ').map(Number) ?? [0]));
  const level =
    volume.levels.findLast(({ file }) => sizesOf(file.header) >= MIN_VOXELS) ?? volume.levels[0];
  const bytes = unwrap(await api.download(level?.url ?? '', { signal }));
  const { geometry, voxels } = unwrap(volumeFromNrrd(unwrap(await readNrrd(bytes))));
  return middleSlices({ ...geometry, data: voxels });
}
