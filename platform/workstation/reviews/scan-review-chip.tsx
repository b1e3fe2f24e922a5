import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { routes, type Scan, scanDisapprovalSchema } from '#contracts';
import type { Result } from '#foundation';
import { Button, FieldError, Icon, PopoverButton, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import type { PageAction } from '../application/command-center.ts';
import { usePageActions } from '../commands/use-page-actions.ts';
import { type ShownErrors, useFieldErrors } from '../forms/use-field-errors.ts';
import type { FieldErrors } from '../patients/shared/field-errors.ts';
import { ReasonField } from '../scans/reason-field.tsx';
import { reviewTexts } from '../texts/review-texts.ts';
import styles from './reviews.module.css';
import { useReview } from './use-review.ts';
import { useVerdictText } from './use-verdict-text.ts';

const VERDICT_ICONS = { NONE: 'circle', APPROVED: 'done', DISAPPROVED: 'alert' } as const;

/**
 * Shows the verdict on a completed scan and lets reviewers change it; absent for blind annotators,
 * and without a verdict for users who may not review.
 */
export function ScanReviewChip({ scan }: { readonly scan: Scan }): ReactNode {
  // The key closes the form and drops its reason when another scan is shown.
  return <ReviewChip key={scan.id} scan={scan} />;
}

function ReviewChip({ scan }: { readonly scan: Scan }): ReactNode {
  const { session } = useApplication().services;
  const blind = useStore(session.store, ({ user }) =>
    (user?.roles ?? []).some(({ id }) => id === 'BLIND_ANNOTATOR'),
  );
  const [open, setOpen] = useState(false);
  // Null before "Disapprove…"; stays when the popover closes.
  const [reason, setReason] = useState<string | null>(null);
  const mayReview = session.mayCall(routes.approveScan);
  if (blind || scan.scanState !== 'C' || (scan.review === null && !mayReview)) return null;
  const verdict = scan.review?.verdict ?? 'NONE';
  const label = verdict === 'NONE' ? reviewTexts.none : reviewTexts.verdicts[verdict];
  const openWith = (next: string | null): void => {
    setReason(next);
    setOpen(true);
  };
  return (
    <span data-testid="scan-review" data-verdict={verdict}>
      {mayReview ? (
        <ReviewActions
          onApprove={() => openWith(null)}
          onDisapprove={() => openWith(reason ?? '')}
        />
      ) : null}
      <PopoverButton
        ariaLabel={`${label}, ${reviewTexts.title(scan.label)}`}
        className={styles.chip ?? ''}
        isOpen={open}
        onOpenChange={setOpen}
        content={
          <ReviewForm
            scan={scan}
            mayReview={mayReview}
            reason={reason}
            onReason={setReason}
            onDone={() => {
              setReason(null);
              setOpen(false);
            }}
          />
        }
      >
        <Icon name={VERDICT_ICONS[verdict]} size={16} />
        <span data-bar-label="states" title={label}>
          {label}
        </span>
      </PopoverButton>
    </span>
  );
}

/** Offers the verdicts in the command palette; both open the form, where the verdict is confirmed. */
function ReviewActions(props: { onApprove(): void; onDisapprove(): void }): null {
  const latest = useRef(props);
  latest.current = props;
  const actions = useMemo(
    (): readonly PageAction[] => [
      {
        id: 'reviews.approve',
        title: reviewTexts.actions.approve,
        icon: VERDICT_ICONS.APPROVED,
        run: () => latest.current.onApprove(),
      },
      {
        id: 'reviews.disapprove',
        title: reviewTexts.actions.disapprove,
        icon: VERDICT_ICONS.DISAPPROVED,
        run: () => latest.current.onDisapprove(),
      },
    ],
    [],
  );
  usePageActions(actions);
  return null;
}

interface VerdictsProps {
  readonly scan: Scan;
  /** Typed reason of a disapproval; null while none is asked for. */
  readonly reason: string | null;
  onReason(reason: string | null): void;
  onDone(): void;
}

function ReviewForm(props: VerdictsProps & { readonly mayReview: boolean }): ReactNode {
  const { scan, mayReview, ...form } = props;
  const verdict = useVerdictText(scan);
  return (
    <div className={styles.form}>
      {verdict === null ? <p>{reviewTexts.explain}</p> : <p>{verdict}</p>}
      {scan.review?.reason == null ? null : <p className={styles.reason}>{scan.review.reason}</p>}
      {mayReview ? <Verdicts scan={scan} {...form} /> : null}
    </div>
  );
}

function Verdicts({ scan, reason, onReason: setReason, onDone }: VerdictsProps): ReactNode {
  const { session } = useApplication().services;
  const userId = useStore(session.store, ({ user }) => user?.id ?? null);
  const review = useReview(scan);
  const errors = useFieldErrors();
  const [busy, setBusy] = useState(false);
  const run = async (change: Promise<Result<void, FieldErrors>>): Promise<void> => {
    setBusy(true);
    const result = await change;
    setBusy(false);
    if (result.ok) onDone();
    else errors.show(result.problem);
  };
  const disapprove = (): void => {
    const checked = scanDisapprovalSchema.safeParse({ reason });
    if (checked.success) void run(review.disapprove(checked.data.reason));
    else errors.show({ reason: checked.error.issues[0]?.message ?? '' });
  };
  if (reason !== null) {
    return (
      <Disapproval
        reason={reason}
        errors={errors}
        busy={busy}
        onReason={setReason}
        onSubmit={disapprove}
      />
    );
  }
  const isOwn = scan.review !== null && scan.review.reviewedBy === userId;
  return (
    <div className={styles.actions}>
      {isOwn ? (
        <Button kind="link" busy={busy} onPress={() => void run(review.withdraw())}>
          {reviewTexts.withdraw}
        </Button>
      ) : null}
      <Button onPress={() => setReason('')}>{reviewTexts.disapprove}</Button>
      {scan.review?.verdict === 'APPROVED' ? null : (
        <Button kind="primary" busy={busy} onPress={() => void run(review.approve())}>
          {reviewTexts.approve}
        </Button>
      )}
    </div>
  );
}

/** Form for the reason of a disapproval. */
function Disapproval(props: {
  readonly reason: string;
  readonly errors: ShownErrors;
  readonly busy: boolean;
  onReason(reason: string | null): void;
  onSubmit(): void;
}): ReactNode {
  const { reason, errors, busy, onReason, onSubmit } = props;
  const formErrorId = useId();
  return (
    <>
      <ReasonField
        label={reviewTexts.reason}
        rows={3}
        autoFocus
        value={reason}
        error={errors.of.reason ?? null}
        onChange={(text) => {
          onReason(text);
          errors.clear('reason');
        }}
        onSubmit={() => (busy ? undefined : onSubmit())}
      />
      {errors.of[''] === undefined ? null : (
        <FieldError id={formErrorId} alert>
          {errors.of['']}
        </FieldError>
      )}
      <div className={styles.actions}>
        <Button onPress={() => onReason(null)}>{reviewTexts.cancel}</Button>
        <Button kind="primary" busy={busy} onPress={onSubmit}>
          {reviewTexts.confirmDisapproval}
        </Button>
      </div>
    </>
  );
}
