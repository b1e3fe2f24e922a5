import { type ReactNode, useEffect, useState } from 'react';
import { routes, studyMessageSchema, topics } from '#contracts';
import { Button, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { RereadingNotice } from '../scans/rereading-notice.tsx';
import { scanChangeTexts } from '../texts/scan-change-texts.ts';
import styles from './mode.module.css';

const texts = scanChangeTexts.rereading;

/** Says that the open study must be read again; readers confirm that they have done so. */
export function RereadingStrip(): ReactNode {
  const { api, notices, session, study } = useApplication().services;
  const [busy, setBusy] = useState(false);
  const rereading = useStore(study.store, (state) => state.study?.rereading ?? null);
  const studyId = useStore(study.store, (state) => state.study?.id ?? null);
  useRefreshOnStudyChange(rereading === null ? null : studyId);
  if (rereading === null || studyId === null) return null;
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const input = { params: { id: studyId }, body: { at: rereading.at } };
    const response = await api.call(routes.confirmReread, input);
    setBusy(false);
    if (!response.ok) return notices.showProblem(response.problem);
    // The server confirms only the correction that the reader has seen.
    if (response.value.rereading === null) notices.show('success', texts.confirmed);
    else notices.show('warning', texts.correctedMeanwhile);
    await study.refresh();
  };
  return (
    <div className={styles.rereading} role="status">
      <RereadingNotice rereading={rereading} />
      {session.mayCall(routes.confirmReread) ? (
        <Button size={24} busy={busy} onPress={() => void confirm()}>
          {texts.confirm}
        </Button>
      ) : null}
    </div>
  );
}

/** Reads the open study again when it changes, e.g. after another reader has confirmed. */
function useRefreshOnStudyChange(studyId: string | null): void {
  const { live, session, study } = useApplication().services;
  useEffect(() => {
    const { user } = session.store.getState();
    if (user === null || studyId === null) return;
    const topic = topics.study(user.organization.id, studyId);
    const subscription = live.subscribe(topic, studyMessageSchema, () => void study.refresh());
    return () => subscription.dispose();
  }, [live, session, study, studyId]);
}
