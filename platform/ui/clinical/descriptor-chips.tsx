import type { ReactNode } from 'react';
import type { Finding, HardCodedList } from '#contracts';
import { ToggleChips } from '../fields/toggle-chips.tsx';
import { Disclosure } from '../layout/disclosure.tsx';
import { descriptorTexts as texts } from '../texts/descriptor-texts.ts';

/** Descriptors of a mass, which nearly every finding needs. */
const MASS_LISTS = [
  'SHAPE',
  'ORIENTATION',
  'MARGIN',
  'ECHO_PATTERN',
  'POSTERIOR',
  'MASS_TYPE',
] as const;

export interface DescriptorChipsProps {
  readonly lists: readonly HardCodedList[];
  readonly finding: Pick<Finding, 'id' | 'annotationLabels'>;
  readonly disabled: boolean;
  onChange(labels: Finding['annotationLabels']): void;
}

/** Descriptors of a finding as chips; those that few findings need are folded away until used. */
export function DescriptorChips(props: DescriptorChipsProps): ReactNode {
  const { finding } = props;
  const lists = props.lists.filter(({ describesFindings }) => describesFindings);
  const isOfMass = ({ listId }: HardCodedList): boolean => MASS_LISTS.some((id) => id === listId);
  const further = lists.filter((list) => !isOfMass(list));
  const chosen = further.flatMap(({ listId }) => finding.annotationLabels[listId] ?? []).length;
  return (
    <>
      <ListChips {...props} lists={lists.filter(isOfMass)} />
      {further.length === 0 ? null : (
        // Another finding may need them although this one does not.
        <Disclosure
          key={finding.id}
          level={2}
          title={texts.furtherDescriptors(chosen)}
          open={chosen > 0}
        >
          <ListChips {...props} lists={further} />
        </Disclosure>
      )}
    </>
  );
}

function ListChips({ lists, finding, disabled, onChange }: DescriptorChipsProps): ReactNode {
  return lists.map((list) => (
    <ToggleChips
      key={list.listId}
      label={list.title}
      options={list.items}
      selected={finding.annotationLabels[list.listId] ?? []}
      multiple={list.maxItems !== 1}
      disabled={disabled}
      onChange={(ids) => onChange(withLabels(finding, list.listId, ids))}
    />
  ));
}

/** Returns the labels with the items of one list replaced. */
function withLabels(
  { annotationLabels }: Pick<Finding, 'annotationLabels'>,
  listId: string,
  ids: readonly string[],
): Finding['annotationLabels'] {
  const { [listId]: _before, ...others } = annotationLabels;
  return ids.length === 0 ? others : { ...others, [listId]: [...ids] };
}
