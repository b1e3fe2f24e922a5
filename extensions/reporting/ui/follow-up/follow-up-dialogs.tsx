import type { ReactNode } from 'react';
import { type FollowUp, routes } from '#contracts';
import { fail, type Problem, type Result } from '#foundation';
import { Dialog } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import { CloseFollowUpDialog } from './close-follow-up-dialog.tsx';
import styles from './follow-up.module.css';
import { type OutcomeServices, withOwnNextStep } from './follow-up-services.ts';
import { OutcomeDialog } from './outcome-dialog.tsx';
import { ReasonForm } from './reason-form.tsx';
import { whyClosed } from './why-closed.ts';

const { request, closure } = followUpTexts;

/** Dialog that is open for an entry of the list. */
export interface OpenDialog {
  readonly kind: 'outcome' | 'closeRequest' | 'close' | 'reopen';
  readonly item: FollowUp;
}

interface FollowUpDialogsProps {
  readonly services: OutcomeServices;
  /** Null without a dialog. */
  readonly opened: OpenDialog | null;
  onClose(): void;
  onChanged(): void;
}

/** Dialogs of the list: outcomes, closing and reopening. */
export function FollowUpDialogs(props: FollowUpDialogsProps): ReactNode {
  const { services, opened, onClose, onChanged } = props;
  if (opened === null) return null;
  const { item } = opened;
  const { api } = services;
  const params = { id: item.id };
  switch (opened.kind) {
    case 'outcome':
      return <OutcomeDialog {...{ services, findings: item.findings, onChanged, onClose }} />;
    case 'close':
      return <CloseFollowUpDialog {...{ services, item, onChanged, onClose }} />;
    case 'closeRequest':
      return (
        <ReasonDialog
          {...props}
          texts={request}
          about={item.request?.text ?? ''}
          send={(reason) => api.call(routes.closeAddendumRequest, { params, body: { reason } })}
        />
      );
    case 'reopen':
      return (
        <ReasonDialog
          {...props}
          texts={closure.reopening}
          about={item.closure === null ? '' : whyClosed(item.closure)}
          send={async (reason) => {
            const sent = await api.call(routes.reopenFollowUp, { params, body: { reason } });
            return sent.ok ? sent : fail(withOwnNextStep(sent.problem));
          }}
        />
      );
  }
}

interface ReasonDialogProps extends FollowUpDialogsProps {
  readonly texts: Readonly<
    Record<'closeTitle' | 'reason' | 'close' | 'cancel' | 'isClosed', string>
  >;
  /** What is closed or reopened. */
  readonly about: string;
  send(reason: string): Promise<Result<unknown, Problem>>;
}

function ReasonDialog(props: ReasonDialogProps): ReactNode {
  const { services, texts, about, send, onClose, onChanged } = props;
  return (
    <Dialog title={texts.closeTitle} open onClose={onClose}>
      <p className={styles.text}>{about}</p>
      <ReasonForm
        label={texts.reason}
        confirm={texts.close}
        cancel={texts.cancel}
        send={send}
        onSent={() => {
          services.notices.show('success', texts.isClosed);
          onChanged();
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
