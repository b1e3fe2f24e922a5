import { type ReactNode, useState } from 'react';
import { routes, type Scan } from '#contracts';
import { Button, Icon, PopoverButton } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { CorrectOrientationDialog } from '../orientation/correct-orientation-dialog.tsx';
import { modeTexts } from '../texts/mode-texts.ts';
import { orientationTexts } from '../texts/orientation-texts.ts';
import styles from './mode.module.css';

/** Warning for the assumed orientation of an imported volume, with a button to confirm. */
export function AssumedOrientation({ scan }: { readonly scan: Scan }): ReactNode {
  const { services } = useApplication();
  const mayConfirm = services.session.mayCall(routes.confirmOrientation);
  const mayCorrect = services.session.mayCall(routes.correctOrientation);
  const [open, setOpen] = useState<'popover' | 'dialog' | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const response = await services.study.confirmOrientation();
    setBusy(false);
    if (!response.ok) services.notices.showProblem(response.problem);
  };
  return (
    <>
      <PopoverButton
        isOpen={open === 'popover'}
        onOpenChange={(isOpen) =>
          setOpen((now) => (isOpen ? 'popover' : now === 'popover' ? null : now))
        }
        ariaLabel={modeTexts.bar.assumed}
        className={styles.assumed ?? ''}
        content={
          <div className={styles.confirm}>
            <p>{modeTexts.bar.assumedWhy}</p>
            {mayConfirm ? (
              <Button kind="primary" busy={busy} onPress={() => void confirm()}>
                {modeTexts.bar.confirm}
              </Button>
            ) : null}
            {mayCorrect ? (
              <Button onPress={() => setOpen('dialog')}>{orientationTexts.correct}</Button>
            ) : null}
          </div>
        }
      >
        <Icon name="alert" size={14} />
        <span>{modeTexts.bar.assumed}</span>
      </PopoverButton>
      {open === 'dialog' ? (
        <CorrectOrientationDialog scan={scan} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}
