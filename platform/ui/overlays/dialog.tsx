import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../styles/class-names.ts';
import { dialogTexts } from '../texts/dialog-texts.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** False while closing would lose running work. */
  readonly dismissable?: boolean;
  /** An alertdialog is read out completely, for questions that need an immediate response. */
  readonly role?: 'dialog' | 'alertdialog';
  /** Width in px, limited by the window; 480 by default. 'full' fills the window. */
  readonly width?: 480 | 720 | 1200 | 'full';
  readonly children: ReactNode;
  onClose(): void;
}

/** A modal dialog: traps the focus and restores the focus on close. Escape closes. */
export function Dialog(props: DialogProps): ReactNode {
  const { dismissable = true } = props;
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={props.open}
      isKeyboardDismissDisabled={!dismissable}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <Modal
        className={classNames(styles.modal, props.width === 'full' && styles.full)}
        {...(typeof props.width === 'number' ? { style: { width: props.width } } : {})}
      >
        <AriaDialog role={props.role ?? 'dialog'} className={styles.dialog ?? ''}>
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {props.title}
            </Heading>
            {dismissable ? (
              <IconButton icon="close" label={dialogTexts.close} onPress={() => props.onClose()} />
            ) : null}
          </div>
          {props.children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Row of buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.foot}>{children}</div>;
}
