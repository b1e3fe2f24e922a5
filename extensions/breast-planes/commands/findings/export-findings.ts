import { type Finding, routes } from '#contracts';
import type { ApiClient, CommandDefinition } from '#core';
import { fail, ok, type Result } from '#foundation';
import { shownOf } from '../../model/findings/finding-rows.ts';
import { chosenOf, showsDetections } from '../../state/findings/findings-desk.ts';
import { listedScans } from '../../state/findings/shown-scans.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { tell, wrongArguments } from '../services.ts';
import type { FindingServices } from './finding-acts.ts';

type Format = 'CSV' | 'JSON';
const FORMATS: readonly unknown[] = ['CSV', 'JSON'];

/** The server takes so many at once; a shorter file would look whole. */
const MOST = 2_000;

function formatOf(args: unknown): Result<{ readonly format: Format }> {
  if (args === undefined || args === null) return ok({ format: 'CSV' });
  const { format } = args as { readonly format?: unknown };
  if (FORMATS.includes(format)) return ok({ format: format as Format });
  return fail(wrongArguments(commandTexts.wrongArguments.noFormat(JSON.stringify(args))));
}

/** Those that are chosen, else the lists of all that are listed. */
function exported({ study, desk, preferences }: FindingServices): readonly (readonly Finding[])[] {
  const { chosen, showsHidden } = desk.store.getState();
  const choice = {
    showsHidden,
    showsDetections: showsDetections(preferences.store.getState().values),
  };
  const listed = listedScans(study.store.getState()).map(({ findings }) =>
    shownOf(findings, choice),
  );
  const some = listed.flatMap((findings) => chosenOf(findings, chosen));
  return some.length > 0 ? [some] : listed;
}

/** Saves findings as a file: CSV for tables, JSON for programs. */
export function exportCommand(
  services: FindingServices,
  api: ApiClient,
  save: (content: Blob, name: string) => Promise<void>,
): CommandDefinition<{ readonly format: Format }> {
  return {
    id: 'breast-planes.export-findings',
    undo: 'none',
    validate: formatOf,
    enabled() {
      const length = exported(services).reduce((sum, findings) => sum + findings.length, 0);
      if (length === 0) return findingTexts.why.nothingToExport;
      return length <= MOST || findingTexts.why.tooManyToExport(length, MOST);
    },
    async run({ format }) {
      const ids = exported(services).flatMap((findings) => findings.map(({ id }) => id));
      const body = { ids, format };
      const answer = await api.download(routes.exportFindings.path, { body });
      if (!answer.ok) return tell(services, answer);
      await save(new Blob([answer.value]), `findings.${format.toLowerCase()}`);
      services.notices.show('info', findingTexts.exported);
    },
  };
}
