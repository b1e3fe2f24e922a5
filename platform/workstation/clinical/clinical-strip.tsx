import { type ReactNode, useEffect, useRef } from 'react';
import type { Patient, Study } from '#contracts';
import { Button, Icon, isTextTarget, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { useLists } from '../forms/use-lists.ts';
import { clinicalTexts as texts } from '../texts/clinical-texts.ts';
import styles from './clinical.module.css';
import { clinicalDetails } from './clinical-details.ts';
import { ClinicalPanel } from './clinical-panel.tsx';
import { ClinicalSummary } from './clinical-summary.tsx';
import { isUnfolded, setUnfolded } from './clinical-visibility.ts';
import { useClinicalVisible } from './use-clinical-visible.ts';
import { useImagesShown } from './use-images-shown.ts';
import { usePriors } from './use-priors.ts';

/**
 * Clinical information in brief, above the panels; unfolded, a panel covers the upper edge of the
 * views. Takes no height from the views, which must cover most of the screen.
 */
export function ClinicalStrip(): ReactNode {
  const { study } = useApplication().services;
  const visible = useClinicalVisible();
  const opened = useStore(study.store, (state) => state.study);
  const patient = useStore(study.store, (state) => state.patient);
  const imagesShown = useImagesShown();
  if (!visible || opened === null) return null;
  if (!imagesShown) return <div className={styles.strip} />;
  return <ClinicalInformation key={opened.id} study={opened} patient={patient} />;
}

interface ClinicalInformationProps {
  readonly study: Study;
  /** Null if the user may not see patients. */
  readonly patient: Patient | null;
}

function ClinicalInformation({ study, patient }: ClinicalInformationProps): ReactNode {
  const { services } = useApplication();
  const unfolded = useStore(services.preferences.store, () => isUnfolded(services));
  const lists = useLists();
  const priors = usePriors(study);
  // Ids of items are not shown while their labels are loading.
  if (lists.byId === null && lists.problem === null) return <div className={styles.strip} />;
  const details = clinicalDetails(study, patient, lists);
  const toggle = (): void => setUnfolded(services, !unfolded);
  return (
    <>
      <div className={styles.strip} data-testid="clinical-strip">
        <ClinicalSummary details={details} priors={priors} patientId={study.patientId} />
        <span className={styles.fold}>
          <Button
            kind="quiet"
            size={24}
            ariaLabel={unfolded ? texts.fold : texts.unfold}
            ariaExpanded={unfolded}
            title={unfolded ? texts.fold : texts.unfold}
            onPress={toggle}
          >
            <Icon name={unfolded ? 'chevron-up' : 'chevron-down'} size={16} />
          </Button>
        </span>
      </div>
      {unfolded ? (
        <>
          <FoldOnEscape onFold={() => setUnfolded(services, false)} />
          <ClinicalPanel details={details.all} priors={priors} patientId={study.patientId} />
        </>
      ) : null}
    </>
  );
}

/** Folds on Escape, unless a drawing, a dialog or a text input uses the key. */
function FoldOnEscape({ onFold }: { onFold(): void }): ReactNode {
  const latest = useRef(onFold);
  latest.current = onFold;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTextTarget(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      latest.current();
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return null;
}
