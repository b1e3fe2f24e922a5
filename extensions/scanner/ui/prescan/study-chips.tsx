import type { ReactNode } from 'react';
import { type ScanProtocol, type Study, scanProtocol } from '#contracts';
import { dayTextOf } from '#foundation';
import { RadioChips } from '#ui';
import { type JoinableStudy, joinConcern } from '../../state/scan/study-choice.ts';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import styles from './prescan.module.css';

const texts = prescanTexts.study;

/** Option of a new study; no study has this id. */
const NEW_STUDY = 'new';

/** Returns the label of an item of the list EXAM_INDICATION. */
export type IndicationLabel = (id: string) => string;

/** Returns accession number, day and indications of a study. */
export function studyLabel(study: Study, labelOf: IndicationLabel): string {
  const { accessionNumber, createdAt, indications } = study;
  return [
    accessionNumber ?? texts.noAccession,
    dayTextOf(createdAt),
    indications.length === 0 ? texts.noIndication : indications.map(labelOf).join(', '),
  ].join(' · ');
}

/** Chips that name the studies a scan can join, with 'New study' beside them. */
export function StudyChips(props: {
  readonly studies: readonly JoinableStudy[];
  readonly labelOf: IndicationLabel;
  readonly protocol: ScanProtocol;
  /** Null for a new study; undefined before the choice. */
  readonly studyId: string | null | undefined;
  readonly disabled: boolean;
  onChange(studyId: string | null): void;
}): ReactNode {
  const { studies, labelOf, protocol, studyId, disabled, onChange } = props;
  const open = studies.filter(({ isSigned }) => !isSigned);
  const signed = studies.filter(({ isSigned }) => isSigned);
  const signedNotes = signed.map(({ study }) => (
    <p key={study.id} className={styles.note}>
      {studyLabel(study, labelOf)}. {texts.concerns.signed(scanProtocol.labels[protocol])}
    </p>
  ));
  if (open.length === 0) {
    return (
      <>
        {signedNotes}
        <p className={styles.note}>{texts.startsNew}</p>
      </>
    );
  }
  const options = [
    ...open.map(({ study }) => ({ id: study.id, label: studyLabel(study, labelOf) })),
    { id: NEW_STUDY, label: texts.new },
  ];
  return (
    <div className={styles.studies}>
      <RadioChips
        label={texts.label}
        options={options}
        value={studyId === null ? NEW_STUDY : (studyId ?? null)}
        disabled={disabled}
        help={helpOf(open, protocol, studyId)}
        onChange={(id) => onChange(id === NEW_STUDY ? null : id)}
      />
      {signedNotes}
    </div>
  );
}

/** States what the scan joins, with the concern about it; before the choice, why to choose. */
function helpOf(
  studies: readonly JoinableStudy[],
  protocol: ScanProtocol,
  studyId: string | null | undefined,
): string {
  if (studyId === null) return texts.startsNew;
  const chosen = studies.find(({ study }) => study.id === studyId);
  const [newest] = studies;
  const shown = chosen ?? newest;
  const concern = shown === undefined ? null : joinConcern(shown, { protocol });
  const parts = [
    chosen === undefined ? texts.choose : texts.joins,
    concern === null ? null : texts.concerns[concern](scanProtocol.labels[protocol]),
  ];
  return parts.filter((part) => part !== null).join(' ');
}
