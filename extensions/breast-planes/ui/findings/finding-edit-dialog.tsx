import { type ReactNode, useEffect, useState } from 'react';
import type { Finding } from '#contracts';
import { type ExtensionContext, studyToken } from '#core';
import { SIZE_FIELDS, type SizeField, typedSizes } from '#findings';
import { dayTextOf, type Problem, problem } from '#foundation';
import {
  Button,
  Dialog,
  DialogActions,
  ErrorCard,
  MultiDropdown,
  TextArea,
  TextField,
  useStore,
} from '#ui';
import {
  changedFields,
  type EditableFields,
  replacedFields,
} from '../../model/findings/changed-fields.ts';
import { formatFieldValue } from '../../model/findings/finding-differences.ts';
import { findingsUiToken, type SignedBy } from '../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import styles from './findings-panel.module.css';
import { useLastEditor } from './use-last-editor.ts';

const texts = findingTexts.edit;
const MAX_SIZE_MM = 10_000;

export interface FindingEditDialogProps {
  readonly context: ExtensionContext;
  readonly finding: Finding;
  /** True if another user deleted the finding while the dialog was open. */
  readonly deleted: boolean;
}

type Sizes = Readonly<Record<SizeField, string>>;

/** Edits note, sizes and labels of a finding; a typed size overrides the measured size. */
export function FindingEditDialog(props: FindingEditDialogProps): ReactNode {
  const { context, finding, deleted } = props;
  const study = context.use(studyToken);
  const findingsUi = context.use(findingsUiToken);
  const [note, setNote] = useState(finding.note ?? '');
  const [labels, setLabels] = useState(finding.annotationLabels);
  const [sizes, setSizes] = useState(() => typedTexts(finding));
  const [saveProblem, setSaveProblem] = useState<Problem | null>(null);
  // Keeps the initial values, because `finding` receives other users' changes while the form is
  // open.
  const [initialFields] = useState(() => editableFieldsOf(note, labels, sizes));
  const fields = editableFieldsOf(note, labels, sizes);
  const signed = useStore(findingsUi.store, (state) => state.signed);
  const replaced = overwrittenText(finding, initialFields, fields);
  const editorName = useLastEditor(context, finding.id, deleted ? 'gone' : replaced);
  const concurrentProblem = concurrentProblemOf({ deleted, signed, replaced, editorName });
  const invalidFields = SIZE_FIELDS.filter((field) => micrometres(sizes[field]) === undefined);
  const close = (): void => findingsUi.set({ dialog: null });
  const save = (): void => {
    const changes = changedFields(initialFields, fields, finding.annotationLabels);
    const result =
      Object.keys(changes).length === 0 ? null : study.setFindingFields(finding.id, changes);
    if (result === null || result.ok) close();
    else setSaveProblem(result.problem);
  };
  return (
    <Dialog open title={texts.title(finding.label)} onClose={close}>
      <div className={styles.form} data-testid="edit-dialog">
        <TextArea
          label={findingTexts.note}
          value={note}
          rows={3}
          maxLength={10_000}
          autoFocus
          onChange={setNote}
        />
        <div className={styles.sizeFields}>
          {SIZE_FIELDS.map((field) => (
            <TextField
              key={field}
              label={texts.size(findingTexts.sizes[field])}
              value={sizes[field]}
              placeholder={measuredText(finding, field)}
              error={invalidFields.includes(field) ? texts.noSize : null}
              onChange={(text) => setSizes({ ...sizes, [field]: text })}
            />
          ))}
        </div>
        <p className={styles.help}>{texts.measured}</p>
        <LabelFields context={context} labels={labels} onChange={setLabels} />
        {concurrentProblem === null ? null : <ErrorCard problem={concurrentProblem} />}
        {saveProblem === null ? null : <ErrorCard problem={saveProblem} />}
      </div>
      <DialogActions>
        <Button onPress={close}>{texts.cancel}</Button>
        <Button
          kind="primary"
          disabled={invalidFields.length > 0 || deleted || signed !== null}
          onPress={save}
        >
          {texts.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Returns the problem that another user's action causes for the form; null if saving is unaffected.
 */
function concurrentProblemOf(change: {
  readonly deleted: boolean;
  readonly signed: SignedBy | null;
  /** Another user's values that saving would replace; null if none. */
  readonly replaced: string | null;
  readonly editorName: string;
}): Problem | null {
  const { deleted, signed, replaced, editorName } = change;
  const { title, detail, next } = texts.deleted;
  if (deleted) return problem('FINDING_DELETED', title(editorName), detail, next);
  if (signed !== null) return signedProblem(signed);
  if (replaced === null) return null;
  return problem(
    'CHANGED_MEANWHILE',
    texts.changed.title(editorName),
    replaced,
    texts.changed.next,
  );
}

const signedProblem = ({ name, at }: SignedBy): Problem =>
  problem(
    'REPORT_SIGNED',
    findingTexts.reasons.signed(name ?? findingTexts.lock.unnamedReader, dayTextOf(at)),
    texts.signed.detail,
    texts.signed.next,
  );

/** Returns another user's values that saving would replace; null if no value would be replaced. */
function overwrittenText(
  finding: Finding,
  initialFields: EditableFields,
  fields: EditableFields,
): string | null {
  const currentFields = editableFieldsOf(
    finding.note ?? '',
    finding.annotationLabels,
    typedTexts(finding),
  );
  const replaced = replacedFields(initialFields, fields, currentFields);
  if (replaced.length === 0) return null;
  const theirs = replaced.map((field) =>
    texts.changed.theirs(
      findingTexts.conflict.fields[field],
      formatFieldValue(field, finding[field]),
    ),
  );
  return theirs.join('\n');
}

function LabelFields(props: {
  readonly context: ExtensionContext;
  readonly labels: Finding['annotationLabels'];
  onChange(labels: Finding['annotationLabels']): void;
}): ReactNode {
  const lookup = props.context.use(scanLookupToken);
  const lists = useStore(lookup.lists);
  useEffect(() => void lookup.readLists(), [lookup]);
  return (
    <div className={styles.labelFields}>
      {lists
        .filter(({ describesFindings }) => describesFindings)
        .map((list) => (
          <MultiDropdown
            key={list.listId}
            label={list.title}
            options={list.items.map(({ id, label }) => ({ id, label }))}
            values={props.labels[list.listId] ?? []}
            {...(list.maxItems === null ? {} : { max: list.maxItems })}
            onChange={(ids) => {
              const { [list.listId]: _, ...otherLists } = props.labels;
              const selected = ids.length === 0 ? {} : { [list.listId]: [...ids] };
              props.onChange({ ...otherLists, ...selected });
            }}
          />
        ))}
    </div>
  );
}

/** Returns the typed sizes in mm as text; empty for measured sizes. */
function typedTexts(finding: Finding): Sizes {
  const typed = typedSizes(finding);
  const text = (field: SizeField): string =>
    typed.includes(field) ? String((finding[field] ?? 0) / 1000) : '';
  return {
    massLengthUm: text('massLengthUm'),
    massWidthUm: text('massWidthUm'),
    massHeightUm: text('massHeightUm'),
  };
}

/** Returns a size in mm as placeholder; empty without a size. */
const measuredText = (finding: Finding, field: SizeField): string => {
  const um = finding[field];
  return um === null ? '' : (um / 1000).toFixed(1);
};

/**
 * Converts typed millimetres to micrometres; null for an empty field, undefined for an invalid
 * size.
 */
function micrometres(text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const mm = Number(trimmed);
  return Number.isFinite(mm) && mm >= 0 && mm <= MAX_SIZE_MM ? Math.round(mm * 1000) : undefined;
}

function editableFieldsOf(
  note: string,
  annotationLabels: Finding['annotationLabels'],
  sizes: Sizes,
): EditableFields {
  const trimmedNote = note.trim();
  return {
    note: trimmedNote === '' ? null : trimmedNote,
    annotationLabels,
    massLengthUm: micrometres(sizes.massLengthUm) ?? null,
    massWidthUm: micrometres(sizes.massWidthUm) ?? null,
    massHeightUm: micrometres(sizes.massHeightUm) ?? null,
  };
}
