import { type ReactNode, useState } from 'react';
import {
  type EvaluatedModel,
  type EvaluatedModelKey,
  type EvaluationSet,
  routes,
  type ScansWithoutRun,
} from '#contracts';
import type { Problem } from '#foundation';
import { Button, Card, Dropdown, ErrorCard, type Loaded, useLoaded } from '#ui';
import { evaluationTexts } from '../../texts/evaluation-texts.ts';
import styles from './evaluation.module.css';
import { type EvaluationServices, evaluationPath } from './evaluation-services.ts';

const texts = evaluationTexts.form;

/** Provider of the findings of the job AUTO_DETECTION. */
const BUILT_IN_PROVIDER = 'ai-findings.lesion-detector';
/** Interval in ms at which the number of scans without a run is read again. */
const REFRESH_MS = 5_000;

interface NewEvaluationProps {
  readonly services: EvaluationServices;
  readonly setId: string | null;
  onChooseSet(id: string | null): void;
}

/** Form of a new evaluation: model, set and the scans that are left out. */
export function NewEvaluation({ services, setId, onChooseSet }: NewEvaluationProps): ReactNode {
  const { api, navigation, cacheKey } = services;
  const [modelId, chooseModel] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Problem | null>(null);
  const models = useLoaded(['evaluated-models', cacheKey], (signal) =>
    api.call(routes.listEvaluatedModels, { signal }),
  );
  const sets = useSets(services);
  const model = models.value?.items.find((each) => idOf(each) === modelId) ?? null;
  const set = sets.value?.items.find(({ id }) => id === setId) ?? null;
  const missing = useScansWithoutRun(services, model, set);
  const evaluate = async (): Promise<void> => {
    if (model === null || set === null) return;
    setBusy(true);
    const created = await api.call(routes.createEvaluation, {
      body: { ...keyOf(model), setId: set.id },
    });
    setBusy(false);
    setFailure(created.ok ? null : created.problem);
    if (created.ok) navigation.go(evaluationPath(created.value.id));
  };
  const problem = failure ?? models.problem ?? sets.problem ?? missing.problem;
  return (
    <Card>
      <section className={styles.form} aria-labelledby="new-evaluation">
        <h2 id="new-evaluation">{texts.title}</h2>
        {models.value?.items.length === 0 ? <p>{texts.noModels}</p> : null}
        <Dropdown
          label={texts.model}
          value={modelId}
          options={(models.value?.items ?? []).map((each) => ({
            id: idOf(each),
            label: labelOf(each),
          }))}
          onChange={chooseModel}
        />
        {sets.value?.items.length === 0 ? <p>{texts.noSets}</p> : null}
        <Dropdown
          label={texts.set}
          value={setId}
          options={(sets.value?.items ?? []).map(({ id, name, scanCount }) => ({
            id,
            label: texts.setOption(name, scanCount),
          }))}
          onChange={onChooseSet}
        />
        {set === null ? null : <SetNote set={set} />}
        {model === null || missing.value === null ? null : (
          <Missing services={services} model={model} missing={missing.value} />
        )}
        {problem === null ? null : <ErrorCard problem={problem} />}
        <div className={styles.actions}>
          <Button
            kind="primary"
            busy={busy}
            disabled={model === null || set === null}
            onPress={() => void evaluate()}
          >
            {texts.evaluate}
          </Button>
        </div>
      </section>
    </Card>
  );
}

/** Reads the newest sets; the form that creates a set reads them again under the same key. */
export const useSets = ({ api, cacheKey }: EvaluationServices) =>
  useLoaded(setsKey(cacheKey), (signal) =>
    api.call(routes.listEvaluationSets, { query: { limit: 200 }, signal }),
  );

export const setsKey = (cacheKey: string): readonly unknown[] => ['evaluation-sets', cacheKey];

function useScansWithoutRun(
  { api, cacheKey }: EvaluationServices,
  model: EvaluatedModel | null,
  set: EvaluationSet | null,
): Loaded<ScansWithoutRun> {
  const isChosen = model !== null && set !== null;
  return useLoaded(
    ['scans-without-run', cacheKey, set?.id, model === null ? null : idOf(model)],
    (signal) => {
      if (model === null || set === null) throw new Error('Nothing is chosen');
      return api.call(routes.listScansWithoutRun, {
        params: { id: set.id },
        query: keyOf(model),
        signal,
      });
    },
    { enabled: isChosen, refreshMs: REFRESH_MS },
  );
}

const keyOf = ({
  task,
  providerId,
  modelName,
  modelVersion,
}: EvaluatedModel): EvaluatedModelKey => ({
  task,
  providerId,
  modelName,
  modelVersion,
});

const idOf = (model: EvaluatedModel): string => JSON.stringify(keyOf(model));

function labelOf({ task, modelName, modelVersion, scanCount }: EvaluatedModel): string {
  const label = texts.modelOption(modelName, modelVersion, scanCount);
  return task === 'SEGMENTATION' ? texts.segmentation(label) : label;
}

/** What the images show, and how often a sealed set was evaluated. */
function SetNote({ set }: { readonly set: EvaluationSet }): ReactNode {
  return (
    <p className={styles.quiet}>
      {evaluationTexts.origins[set.origin]}
      {set.sealed ? <b className={styles.warning}>{texts.touched(set.evaluationCount)}</b> : null}
    </p>
  );
}

interface MissingProps {
  readonly services: EvaluationServices;
  readonly model: EvaluatedModel;
  readonly missing: ScansWithoutRun;
}

/** How many scans are left out; the built-in detection can be queued for them. */
function Missing({ services, model, missing }: MissingProps): ReactNode {
  const { api, notices, session } = services;
  const [busy, setBusy] = useState(false);
  const [isQueued, setQueued] = useState(false);
  const { scanIds, total } = missing;
  if (scanIds.length === 0) return <p className={styles.quiet}>{texts.complete(total)}</p>;
  const queue = async (): Promise<void> => {
    setBusy(true);
    let count = 0;
    for (const entityId of scanIds) {
      const queued = await api.call(routes.queueJob, {
        body: { jobType: 'AUTO_DETECTION', entityId },
      });
      // A scan whose detection is queued already needs no other one.
      if (queued.ok || queued.problem.errorType === 'JobAlreadyQueued') count += 1;
      else {
        notices.showProblem(queued.problem);
        break;
      }
    }
    setBusy(false);
    setQueued(count > 0);
    if (count > 0) notices.show('success', texts.queued(count));
  };
  const canQueue = model.providerId === BUILT_IN_PROVIDER && session.mayCall(routes.queueJob);
  return (
    <>
      <p className={styles.warning}>{texts.missing(scanIds.length, total)}</p>
      {isQueued ? <p className={styles.quiet}>{texts.queuedNext}</p> : null}
      {canQueue && !isQueued ? (
        <div>
          <Button busy={busy} onPress={() => void queue()}>
            {texts.queue}
          </Button>
        </div>
      ) : null}
    </>
  );
}
