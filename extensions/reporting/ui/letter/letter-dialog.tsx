import { type ReactNode, useRef, useState } from 'react';
import {
  type LetterWarning,
  REPORT_LANGUAGES,
  type ReportLanguage,
  type ReportLetter,
} from '#contracts';
import type { Problem } from '#foundation';
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  Dropdown,
  ErrorCard,
  Icon,
  Spinner,
  saveFile,
} from '#ui';
import { letterTexts as texts } from '../../texts/letter-texts.ts';
import styles from './letter.module.css';
import { type LetterApi, useLetter } from './use-letter.ts';

interface LetterDialogProps {
  readonly api: LetterApi;
  readonly reportId: string;
  /** Language that is shown first: that of the report. */
  readonly language: ReportLanguage;
  onClose(): void;
}

/** Warnings that the reader confirms before the letter is printed. */
const CONFIRMED = ['IN_PERSON', 'MANAGEMENT'] as const satisfies readonly LetterWarning[];
type ConfirmedWarning = (typeof CONFIRMED)[number];

/** The letter of a signed report: its text, what to check, and its PDF. */
export function LetterDialog(props: LetterDialogProps): ReactNode {
  const { api, reportId, onClose } = props;
  const [language, setLanguage] = useState(props.language);
  const [confirmed, setConfirmed] = useState<readonly ConfirmedWarning[]>([]);
  const { text, readPdf, retry } = useLetter(api, reportId, language);
  const letter = text.state === 'ready' ? text.letter : null;
  const questions = CONFIRMED.filter((warning) => letter?.warnings.includes(warning) === true);
  const isConfirmed = questions.every((warning) => confirmed.includes(warning));
  return (
    <Dialog title={texts.title} open width={720} onClose={onClose}>
      <Dropdown
        label={texts.language}
        options={REPORT_LANGUAGES.map((id) => ({ id, label: texts.languages[id] }))}
        value={language}
        nonNullable
        onChange={setLanguage}
      />
      {text.state === 'loading' ? (
        <p className={styles.line}>
          <Spinner label={texts.loading} /> {texts.loading}
        </p>
      ) : null}
      {text.state === 'failed' ? <ErrorCard problem={text.problem} onRetry={retry} /> : null}
      {letter === null ? null : (
        <>
          <Warnings letter={letter} />
          <LetterText letter={letter} />
        </>
      )}
      {questions.map((warning) => (
        <Checkbox
          key={warning}
          label={texts.confirm[warning]}
          checked={confirmed.includes(warning)}
          onChange={(isChecked) =>
            setConfirmed((before) => [
              ...before.filter((one) => one !== warning),
              ...(isChecked ? [warning] : []),
            ])
          }
        />
      ))}
      <PdfActions
        readPdf={readPdf}
        fileName={`letter-${letter?.number ?? ''}-${language}.pdf`}
        disabled={letter === null || !isConfirmed}
        onClose={onClose}
      />
    </Dialog>
  );
}

function Warnings({ letter }: { readonly letter: ReportLetter }): ReactNode {
  if (letter.warnings.length === 0) return null;
  return (
    <ul className={styles.warnings}>
      {letter.warnings.map((warning) => (
        <li key={warning} className={styles.line} data-warning={warning}>
          <Icon name="alert" size={16} />
          {texts.warnings[warning]}
        </li>
      ))}
    </ul>
  );
}

function LetterText({ letter }: { readonly letter: ReportLetter }): ReactNode {
  const { subject, salutation, paragraphs, closing, signer, language } = letter;
  return (
    <section
      className={styles.letter}
      lang={language}
      aria-label={texts.preview}
      data-testid="letter-text"
    >
      <h3 className={styles.subject}>{subject}</h3>
      {[salutation, ...paragraphs, closing, signer].map((paragraph, idx) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one letter never move
        <p key={idx} dir="auto">
          {paragraph}
        </p>
      ))}
    </section>
  );
}

interface PdfActionsProps extends Pick<LetterDialogProps, 'onClose'> {
  readonly readPdf: ReturnType<typeof useLetter>['readPdf'];
  readonly fileName: string;
  readonly disabled: boolean;
}

/** Opens, prints or saves the PDF, which is read for each of them. */
function PdfActions({ readPdf, fileName, disabled, onClose }: PdfActionsProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const withPdf = async (use: (file: Blob) => void): Promise<void> => {
    setBusy(true);
    const read = await readPdf();
    setBusy(false);
    setProblem(read.ok ? null : read.problem);
    if (read.ok) use(read.value);
  };
  const open = (file: Blob): void => {
    const url = temporaryUrl(file);
    // A browser that opens no tab gets the file.
    if (window.open(url, '_blank') === null) saveFile(file, fileName);
  };
  const print = (file: Blob): void => {
    const target = frame.current;
    if (target === null) return;
    target.onload = () => target.contentWindow?.print();
    target.src = temporaryUrl(file);
  };
  const isOff = disabled || busy;
  return (
    <>
      {problem === null ? null : <ErrorCard problem={problem} />}
      <iframe
        ref={frame}
        className={styles.printed}
        title={texts.print}
        aria-hidden
        tabIndex={-1}
      />
      <DialogActions>
        <Button onPress={onClose}>{texts.close}</Button>
        <Button disabled={isOff} onPress={() => void withPdf(open)}>
          {texts.open}
        </Button>
        <Button disabled={isOff} onPress={() => void withPdf(print)}>
          {texts.print}
        </Button>
        <Button
          kind="primary"
          disabled={isOff}
          onPress={() => void withPdf((file) => saveFile(file, fileName))}
        >
          {texts.save}
        </Button>
      </DialogActions>
    </>
  );
}

/** Time in ms after which an opened or printed file has been read. */
const URL_LIFETIME_MS = 60_000;

function temporaryUrl(file: Blob): string {
  const url = URL.createObjectURL(file);
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
  return url;
}
