import type { ReactNode } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DropZone,
  ErrorCard,
  ProgressBar,
  Spinner,
  StatusDot,
} from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { predictionTexts } from '../../texts/dataset-texts.ts';
import page from '../shared/dashboard.module.css';
import styles from './datasets.module.css';
import {
  type LoadedFile,
  type ScanOutcome,
  usePredictionsImport,
} from './use-predictions-import.ts';

type Import = ReturnType<typeof usePredictionsImport>;

/** Imports a file with predictions and shows the outcome of each scan; closing stops the import. */
export function PredictionsDialog({ onClose }: { onClose(): void }): ReactNode {
  const state = usePredictionsImport();
  const { file } = state;
  return (
    <Dialog title={predictionTexts.title} width={720} open onClose={onClose}>
      <div className={page.form}>
        <p className={page.note}>{predictionTexts.note}</p>
        {file === null ? <FileChoice state={state} /> : <Imported state={state} file={file} />}
        <DialogActions>
          <Buttons state={state} onClose={onClose} />
        </DialogActions>
      </div>
    </Dialog>
  );
}

function FileChoice({ state }: { readonly state: Import }): ReactNode {
  if (state.reading) return <Spinner label={predictionTexts.reading} />;
  return (
    <DropZone
      label={predictionTexts.file}
      accept=".json"
      help={predictionTexts.fileHelp}
      error={state.errors.length === 0 ? null : state.errors.join(' ')}
      onFiles={([file]) => {
        if (file !== undefined) void state.load(file);
      }}
    />
  );
}

function Imported(props: { readonly state: Import; readonly file: LoadedFile }): ReactNode {
  const { outcomes, problem, running, start } = props.state;
  const { name, content } = props.file;
  const { scans, model, providerId } = content;
  return (
    <>
      <div>
        <p>{predictionTexts.read(name, scans.length)}</p>
        <p className={page.note}>{predictionTexts.model(model.name, model.version, providerId)}</p>
      </div>
      {running ? (
        <div>
          <ProgressBar
            label={predictionTexts.progress}
            done={outcomes.length}
            total={scans.length}
          />
          <p>{predictionTexts.of(outcomes.length, scans.length)}</p>
        </div>
      ) : null}
      {problem === null ? null : <ErrorCard problem={problem} onRetry={() => void start()} />}
      <p role="status">{summaryOf(props.state, scans.length)}</p>
      {outcomes.length === 0 ? null : <Outcomes outcomes={outcomes} />}
    </>
  );
}

/** Returns the result of an import that has ended or was stopped; empty before. */
function summaryOf({ outcomes, running }: Import, total: number): string {
  if (running || outcomes.length === 0) return '';
  const stored = outcomes.filter((outcome) => 'findingCount' in outcome).length;
  const done = predictionTexts.done(stored, outcomes.length - stored);
  const rest = total - outcomes.length;
  return rest === 0 ? done : `${done} ${predictionTexts.stopped(rest)}`;
}

function Outcomes({ outcomes }: { readonly outcomes: readonly ScanOutcome[] }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard needs to reach it
    <ul className={styles.results} aria-label={predictionTexts.results} tabIndex={0}>
      {outcomes.map((outcome, idx) => {
        const isStored = 'findingCount' in outcome;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: outcomes are only appended, and a file can list a name twice
          <li key={idx}>
            <div className={styles.result}>
              <span className={page.mono}>{outcome.name}</span>
              <span className={page.state}>
                <StatusDot state={isStored ? 'ok' : 'danger'} />
                {isStored ? predictionTexts.stored(outcome.findingCount) : predictionTexts.rejected}
              </span>
            </div>
            {isStored ? null : (
              <ul className={styles.reasons}>
                {outcome.reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Buttons({ state, onClose }: { readonly state: Import; onClose(): void }): ReactNode {
  const { file, outcomes, running, start, stop, clear } = state;
  if (running)
    return (
      <Button kind="danger" onPress={stop}>
        {predictionTexts.stop}
      </Button>
    );
  if (file === null) return <Button onPress={onClose}>{adminTexts.cancel}</Button>;
  const isDone = outcomes.length === file.content.scans.length;
  return (
    <>
      <Button onPress={clear}>{predictionTexts.another}</Button>
      {isDone ? (
        <Button kind="primary" onPress={onClose}>
          {predictionTexts.close}
        </Button>
      ) : (
        <Button kind="primary" onPress={() => void start()}>
          {predictionTexts.start}
        </Button>
      )}
    </>
  );
}
