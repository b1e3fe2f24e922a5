import { type Finding, routes } from '#contracts';
import { type ApiClient, type CommandDefinition, startDownload } from '#core';
import { fail, ok, type Result } from '#foundation';
import { shownOf } from '../../model/findings/finding-rows.ts';
import { checkedFindings } from '../../state/findings/findings-ui-state.ts';
import { listedScans } from '../../state/findings/shown-scans.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { invalidArguments } from '../services.ts';
import type { FindingServices } from './finding-services.ts';
import { choiceOf } from './list-order.ts';

type Format = 'CSV' | 'JSON';
const FORMATS: readonly unknown[] = ['CSV', 'JSON'];

/**
 * Server limit per request; larger exports are rejected, because a truncated file would look
 * complete.
 */
const MAX_EXPORTED = 2_000;

function formatOf(args: unknown): Result<{ readonly format: Format }> {
  if (args === undefined || args === null) return ok({ format: 'CSV' });
  const { format } = args as { readonly format?: unknown };
  if (FORMATS.includes(format)) return ok({ format: format as Format });
  return fail(invalidArguments(commandTexts.invalidArguments.noFormat(JSON.stringify(args))));
}

/** Returns the checked findings as a single list, else all listed findings by scan. */
function findingsToExport(services: FindingServices): readonly (readonly Finding[])[] {
  const { checkedIds } = services.findingsUi.store.getState();
  const choice = choiceOf(services);
  const listed = listedScans(services.study.store.getState()).map(({ findings }) =>
    shownOf(findings, choice),
  );
  const checked = listed.flatMap((findings) => checkedFindings(findings, checkedIds));
  return checked.length > 0 ? [checked] : listed;
}

/** Lets the browser download findings as a CSV or JSON file. */
export function exportCommand(
  services: FindingServices,
  api: Pick<ApiClient, 'call' | 'addressOf'>,
): CommandDefinition<{ readonly format: Format }> {
  return {
    id: 'breast-planes.export-findings',
    undo: 'none',
    validate: formatOf,
    enabled() {
      const count = findingsToExport(services).reduce((sum, findings) => sum + findings.length, 0);
      if (count === 0) return findingTexts.reasons.nothingToExport;
      return count <= MAX_EXPORTED || findingTexts.reasons.tooManyToExport(count, MAX_EXPORTED);
    },
    async run({ format }) {
      const ids = findingsToExport(services).flatMap((findings) => findings.map(({ id }) => id));
      const body = { ids, format };
      const { notices } = services;
      const created = await api.call(routes.createFindingExport, { body });
      if (startDownload({ api, notices }, created)) notices.show('info', findingTexts.exported);
    },
  };
}
