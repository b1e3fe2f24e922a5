import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Notice, NoticeKind } from '#core';
import type { Disposable } from '#foundation';
import { Button, Icon, IconButton, type IconName, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { layoutTexts } from '../texts/layout-texts.ts';
import styles from './notices-view.module.css';

const ICONS: Readonly<Record<NoticeKind, IconName>> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  failed: 'stop',
  'user-error': 'stop',
  validation: 'edit',
  developer: 'settings',
};

/** Kinds announced immediately by screen readers, because errors must not wait. */
const URGENT_KINDS: readonly NoticeKind[] = ['failed', 'user-error', 'validation'];

/**
 * Shows short notices at the top right, which disappear unless the pointer or the focus is in them.
 * Renders both live regions even when empty, because screen readers announce only changes of
 * existing regions.
 */
export function NoticesView(): ReactNode {
  const { notices } = useApplication().services;
  const shown = useStore(notices.store);
  const region = useRef<HTMLElement>(null);
  const pause = useNoticePause(region);
  const lines = (urgent: boolean): ReactNode =>
    shown
      .filter(({ kind }) => URGENT_KINDS.includes(kind) === urgent)
      .map((notice) => <NoticeLine key={notice.id} notice={notice} />);
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label={layoutTexts.notices.region}
      // Keeps the region accessible while a dialog hides the rest of the page from screen readers.
      data-react-aria-top-layer="true"
      onPointerEnter={pause.begin('pointer')}
      onPointerLeave={pause.end('pointer')}
      onFocus={pause.begin('focus')}
      onBlur={pause.end('focus')}
    >
      <div role="alert" aria-atomic="false" className={styles.list}>
        {lines(true)}
      </div>
      <div role="status" aria-atomic="false" className={styles.list}>
        {lines(false)}
      </div>
    </section>
  );
}

function NoticeLine({ notice }: { readonly notice: Notice }): ReactNode {
  const { notices } = useApplication().services;
  const { action, kind, text } = notice;
  const dismiss = (): void => notices.dismiss(notice.id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles Escape; the buttons inside take the focus
    <div
      className={styles.notice}
      data-kind={kind}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        dismiss();
      }}
    >
      <span className={styles.icon}>
        <Icon name={ICONS[kind]} size={16} label={layoutTexts.notices.kinds[kind]} />
      </span>
      <p className={styles.text}>{text}</p>
      {action === null ? null : (
        <Button
          kind="quiet"
          size={24}
          onPress={() => {
            action.run();
            dismiss();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" size={24} label={layoutTexts.notices.dismiss} onPress={dismiss} />
    </div>
  );
}

type PauseReason = 'pointer' | 'focus';

type Pauses = Map<PauseReason, Disposable>;

function endPause(pauses: Pauses, reason: PauseReason): void {
  pauses.get(reason)?.dispose();
  pauses.delete(reason);
}

/** Pauses the notices while the pointer or the focus is in them. */
function useNoticePause(
  region: RefObject<HTMLElement | null>,
): Record<'begin' | 'end', (reason: PauseReason) => () => void> {
  const { notices } = useApplication().services;
  const pauses = useRef<Pauses>(new Map());
  const shown = useStore(notices.store, (list) => list.length);
  useEffect(() => {
    const { current } = pauses;
    // A notice that is removed under the pointer or the focus, as by its own button, sends no leave
    // event.
    if (shown === 0) endPause(current, 'pointer');
    if (region.current?.contains(document.activeElement) !== true) endPause(current, 'focus');
  });
  useEffect(() => {
    const { current } = pauses;
    const onMove = ({ target }: PointerEvent): void => {
      const isInside = target instanceof Node && region.current?.contains(target) === true;
      if (!isInside) endPause(current, 'pointer');
    };
    document.addEventListener('pointermove', onMove, true);
    return () => {
      document.removeEventListener('pointermove', onMove, true);
      for (const pause of current.values()) pause.dispose();
    };
  }, [region]);
  return {
    begin: (reason) => () => {
      if (!pauses.current.has(reason)) pauses.current.set(reason, notices.pause());
    },
    end: (reason) => () => endPause(pauses.current, reason),
  };
}
