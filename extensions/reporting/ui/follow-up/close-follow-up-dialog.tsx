import { type ReactNode, useRef, useState } from 'react';
import {
  type ClosureReason,
  closureReason,
  type FollowUp,
  MAX_CLOSURE_NOTE_LENGTH,
  routes,
  type ScanSide,
  scanSide,
} from '#contracts';
import type { CallProblem } from '#core';
import { formatDay, newId } from '#foundation';
import { Button, Checkbox, Dialog, DialogActions, ErrorCard, RadioChips, TextArea } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import { EarlierClosures } from './earlier-closures.tsx';
import styles from './follow-up.module.css';
import { patientOf } from './follow-up-columns.tsx';
import { type OutcomeServices, withOwnNextStep } from './follow-up-services.ts';

const { closure: texts } = followUpTexts;

const BOTH = 'BOTH';

interface CloseFollowUpDialogProps {
  readonly services: OutcomeServices;
  readonly item: FollowUp;
  /** Called after the follow-up was closed, or when another user has changed it. */
  onChanged(): void;
  onClose(): void;
}

/** Entries of a closure, which stay until the server has stored them. */
function useClosureForm({ services, item, onChanged, onClose }: CloseFollowUpDialogProps) {
  const { api, notices } = services;
  // The same id for every attempt, so that a lost response stores nothing twice.
  const id = useRef(newId());
  const [side, setSide] = useState<ScanSide | typeof BOTH>(BOTH);
  const [reason, setReason] = useState<ClosureReason | null>(null);
  const [note, setNote] = useState('');
  const [confirmsGrowth, confirmGrowth] = useState(false);
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const hasGrown = item.reason === 'GROWN';
  const needsNote = reason === 'OTHER';
  const send = async (): Promise<void> => {
    if (reason === null) return;
    setBusy(true);
    const sides = side === BOTH ? item.sides : [side];
    const sent = await api.call(routes.closeFollowUp, {
      params: { id: item.studyId },
      body: { id: id.current, sides, reason, note, confirmsGrowth: hasGrown && confirmsGrowth },
    });
    setBusy(false);
    if (sent.ok) {
      notices.show('success', texts.isClosed);
      onChanged();
      onClose();
      return;
    }
    setProblem(withOwnNextStep(sent.problem));
    if (sent.problem.status !== 409) return;
    // The next attempt is another closure than the one that has this id.
    id.current = newId();
    onChanged();
  };
  return {
    ...{ side, setSide, reason, setReason, note, setNote, confirmsGrowth, confirmGrowth },
    ...{ problem, busy, send, hasGrown, needsNote },
    isReady:
      reason !== null &&
      (!needsNote || note.trim() !== '') &&
      note.length <= MAX_CLOSURE_NOTE_LENGTH &&
      (!hasGrown || confirmsGrowth),
  };
}

/** Closes a follow-up without an outcome, with a reason. */
export function CloseFollowUpDialog(props: CloseFollowUpDialogProps): ReactNode {
  const { services, item, onClose } = props;
  const form = useClosureForm(props);
  const { busy, problem, needsNote } = form;
  return (
    <Dialog title={texts.title} open dismissable={!busy} onClose={onClose}>
      <div className={styles.form} data-testid="close-follow-up">
        <p className={styles.text}>{texts.ofStudy(patientOf(item), formatDay(item.studyDay))}</p>
        {item.sides.length < 2 ? null : (
          <RadioChips<ScanSide | typeof BOTH>
            label={texts.breasts}
            options={[
              { id: BOTH, label: texts.both },
              ...item.sides.map((id) => ({ id, label: scanSide.labels[id] })),
            ]}
            value={form.side}
            disabled={busy}
            onChange={form.setSide}
          />
        )}
        <RadioChips<ClosureReason>
          label={texts.reason}
          required
          options={closureReason.codes.map((id) => ({ id, label: closureReason.labels[id] }))}
          value={form.reason}
          disabled={busy}
          onChange={form.setReason}
        />
        <TextArea
          label={texts.note}
          rows={2}
          maxLength={MAX_CLOSURE_NOTE_LENGTH}
          value={form.note}
          help={texts.help}
          required={needsNote}
          disabled={busy}
          onChange={form.setNote}
        />
        {form.hasGrown ? (
          <Checkbox
            label={texts.confirmGrowth}
            checked={form.confirmsGrowth}
            required
            disabled={busy}
            onChange={form.confirmGrowth}
          />
        ) : null}
        <EarlierClosures services={services} studyId={item.studyId} />
        {problem === null ? null : <ErrorCard problem={problem} />}
        <DialogActions>
          <Button disabled={busy} onPress={onClose}>
            {texts.cancel}
          </Button>
          <Button
            kind="primary"
            disabled={!form.isReady}
            busy={busy}
            onPress={() => void form.send()}
          >
            {texts.send}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
