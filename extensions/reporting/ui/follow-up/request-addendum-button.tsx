import { type ReactNode, useRef, useState } from 'react';
import { type AddendumRequest, routes } from '#contracts';
import type { ReadonlyStore } from '#core';
import { newId, type Problem, stampOf } from '#foundation';
import { Button, Dialog, DialogActions, ErrorCard, TextArea, useLoaded, useStore } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import styles from './follow-up.module.css';
import { type OutcomeServices, userKeyOf, withOwnNextStep } from './follow-up-services.ts';

const { request: texts, unknownUser } = followUpTexts;

interface StoredReport {
  readonly id: string;
  readonly state: string;
  readonly parentId: string | null;
  readonly study: { readonly id: string };
}

/** Part of the services of a report that the button reads. */
interface SignedReportServices extends OutcomeServices {
  readonly report: { readonly store: ReadonlyStore<{ readonly stored: StoredReport | null }> };
}

/** Asks the reader for an addendum to the signed report. */
export function RequestAddendumButton({
  services,
}: {
  readonly services: SignedReportServices;
}): ReactNode {
  const stored = useStore(services.report.store, (state) => state.stored);
  const [isOpen, setOpen] = useState(false);
  const isSigned = stored?.state === 'SIGNED' || stored?.state === 'ADDENDUM';
  if (stored === null || !isSigned) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{texts.button}</Button>
      {isOpen ? (
        <RequestDialog
          services={services}
          reportId={stored.parentId ?? stored.id}
          studyId={stored.study.id}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

interface RequestDialogProps {
  readonly services: OutcomeServices;
  readonly reportId: string;
  readonly studyId: string;
  onClose(): void;
}

function RequestDialog({ services, reportId, studyId, onClose }: RequestDialogProps): ReactNode {
  const { api, notices, session } = services;
  const id = useRef(newId());
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const earlier = useLoaded(['addendum-requests', userKeyOf(session), studyId], (signal) =>
    api.call(routes.listAddendumRequests, { params: { id: studyId }, signal }),
  );
  const send = async (): Promise<void> => {
    setBusy(true);
    const sent = await api.call(routes.requestAddendum, {
      params: { id: reportId },
      body: { id: id.current, text: text.trim() },
    });
    setBusy(false);
    if (!sent.ok) return setProblem(withOwnNextStep(sent.problem));
    notices.show('success', texts.sent);
    onClose();
  };
  const requests = earlier.value?.items ?? [];
  return (
    <Dialog title={texts.title} open dismissable={!busy} onClose={onClose}>
      <div className={styles.form} data-testid="request-addendum">
        <TextArea
          label={texts.text}
          rows={4}
          maxLength={2_000}
          value={text}
          help={texts.help}
          autoFocus
          required
          disabled={busy}
          onChange={setText}
        />
        {requests.length === 0 ? null : (
          <>
            <h3 className={styles.label}>{texts.earlier}</h3>
            <ul className={styles.outcomes}>
              {requests.map((request) => (
                <li key={request.id}>
                  <p className={styles.text}>{request.text}</p>
                  <p className={styles.quiet}>
                    <span>{request.author ?? unknownUser}</span>
                    <span>{stampOf(request.createdAt)}</span>
                    <span>{stateOf(request)}</span>
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
        {problem === null ? null : <ErrorCard problem={problem} />}
        {earlier.problem === null ? null : (
          <ErrorCard problem={earlier.problem} onRetry={earlier.refresh} />
        )}
        <DialogActions>
          <Button disabled={busy} onPress={onClose}>
            {texts.cancel}
          </Button>
          <Button
            kind="primary"
            disabled={text.trim() === '' || text.length > 2_000}
            busy={busy}
            onPress={() => void send()}
          >
            {texts.send}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function stateOf({ isOpen, closeReason }: AddendumRequest): string {
  if (isOpen) return texts.open;
  return closeReason === null ? texts.done : texts.closed(closeReason);
}
