import { type ReactNode, useState } from 'react';
import {
  ageInYears,
  type Patient,
  RISK_GROUPS,
  RISK_SUM_LABEL,
  type RiskSum,
  riskSum,
  routes,
} from '#contracts';
import { dayOf, formatNumber } from '#foundation';
import { Button, Dialog, DialogActions, Icon } from '#ui';
import { useApplication } from '../../application/application-context.ts';
import { patientTexts } from '../../texts/patient-texts.ts';
import { recordTexts } from '../../texts/record-texts.ts';
import styles from './risk-dialog.module.css';

const texts = patientTexts.riskDialog;

export interface RiskDialogProps {
  readonly open: boolean;
  readonly patient: Patient;
  onClose(): void;
  onSaved(patient: Patient): void;
}

/**
 * Shows the built-in risk score with every factor, labelled as not validated, and saves the score.
 */
export function RiskDialog(props: RiskDialogProps): ReactNode {
  return (
    <Dialog title={texts.title} open={props.open} onClose={props.onClose}>
      <RiskForm {...props} />
    </Dialog>
  );
}

function RiskForm({ patient, onClose, onSaved }: RiskDialogProps): ReactNode {
  const { api, notices } = useApplication().services;
  const [busy, setBusy] = useState(false);
  const sum = riskSum({
    cancerHistory: patient.cancerHistory,
    ageYears: ageInYears(patient.birthDate, dayOf(Date.now())),
    breastDensity: patient.breastDensity,
  });
  const save = async (riskScore: number | null): Promise<void> => {
    setBusy(true);
    const response = await api.call(routes.updateRiskScore, {
      params: { id: patient.id },
      body: { riskScore },
      version: patient.version,
    });
    setBusy(false);
    if (!response.ok) return notices.showProblem(response.problem);
    notices.show('success', texts.done);
    onSaved(response.value);
  };
  const currentScore = patient.riskScore;
  return (
    <>
      <p className={styles.label}>
        <Icon name="info" size={16} />
        {RISK_SUM_LABEL}
      </p>
      <RiskTable sum={sum} />
      <p className={styles.quiet}>{texts.from}</p>
      {sum.unknown.length === 0 ? null : (
        <p className={styles.quiet}>{texts.unknown(sum.unknown.join(', '))}</p>
      )}
      <p>{currentScore === null ? texts.noScore : texts.current(formatNumber(currentScore))}</p>
      <DialogActions>
        {currentScore === null ? null : (
          <Button disabled={busy} onPress={() => void save(null)}>
            {texts.clear}
          </Button>
        )}
        <Button onPress={onClose}>{recordTexts.cancel}</Button>
        <Button kind="primary" busy={busy} onPress={() => void save(sum.score)}>
          {busy ? texts.writing : texts.write(sum.score)}
        </Button>
      </DialogActions>
    </>
  );
}

/** Table of all factors, with the factors that count for this patient. */
function RiskTable({ sum }: { readonly sum: RiskSum }): ReactNode {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{texts.item}</th>
          <th scope="col">{texts.points}</th>
          <th scope="col">{texts.counts}</th>
        </tr>
      </thead>
      <tbody>
        {RISK_GROUPS.flatMap((group) =>
          group.items.map((item) => {
            const isCounted = sum.contributions.some(({ label }) => label === item.label);
            return (
              <tr key={item.label} data-counts={isCounted}>
                <th scope="row">{item.label}</th>
                <td>{item.points}</td>
                <td>{isCounted ? recordTexts.yes : recordTexts.no}</td>
              </tr>
            );
          }),
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{texts.sum}</th>
          <td>{sum.score}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}
