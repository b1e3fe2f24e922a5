import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** False while leaving would lose something that is under way. */
  readonly dismissable?: boolean;
  readonly children: ReactNode;
  onClose(): void;
}

/** A task over the page: takes the focus, keeps it, gives it back. Escape closes. */
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
      <Modal className={styles.modal ?? ''}>
        <AriaDialog className={styles.dialog ?? ''}>
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {props.title}
            </Heading>
            {dismissable ? (
              <IconButton icon="close" label="Close" onPress={() => props.onClose()} />
            ) : null}
          </div>
          {props.children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.foot}>{children}</div>;
}
