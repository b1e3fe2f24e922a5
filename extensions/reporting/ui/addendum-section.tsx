import { type ReactNode, useState } from 'react';
import { Button, useStore } from '#ui';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { ReportTextArea } from './fields/report-text-area.tsx';
import styles from './report-panel.module.css';

const { addendum: texts, sign } = reportPageTexts;

interface AddendumSectionProps {
  readonly services: ReportServices;
  readonly studyId: string;
  /** Text of the open addendum; empty for a new one. */
  readonly text: string;
  onClose(): void;
}

/** Entry of an addendum to the signed report. */
export function AddendumSection(props: AddendumSectionProps): ReactNode {
  const { services, studyId, text, onClose } = props;
  const [entry, setEntry] = useState(() => services.drafts.readAddendum(studyId) ?? text);
  const language = useStore(
    services.report.store,
    ({ stored }) => stored?.content.language ?? 'en',
  );
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const saved = await services.report.writeAddendum(entry.trim());
    setBusy(false);
    if (saved.ok) close();
    else services.notices.showProblem(saved.problem);
  };
  const close = (): void => {
    services.drafts.writeAddendum(studyId, null);
    onClose();
  };
  return (
    <section className={styles.section} data-testid="report-addendum">
      <ReportTextArea
        services={services}
        language={language}
        values={{}}
        label={texts.text}
        rows={4}
        maxLength={20_000}
        value={entry}
        autoFocus
        disabled={busy}
        help={texts.help}
        onChange={(value) => {
          setEntry(value);
          services.drafts.writeAddendum(studyId, value);
        }}
      />
      <div className={styles.line}>
        <Button
          kind="primary"
          disabled={entry.trim() === '' || entry.length > 20_000}
          busy={busy}
          onPress={() => void save()}
        >
          {texts.save}
        </Button>
        <Button onPress={close}>{sign.cancel}</Button>
      </div>
    </section>
  );
}
