import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { aiRunFieldsSchema } from '#contracts';
import { newId, type Problem, ProblemError, problem } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { AiProposal, ProposedByJob } from '../extension/server-extension.ts';
import { ErrorResponse, ValidationErrorResponse } from '../http/error-response.ts';
import { insertAiRun, type NewAiRun } from '../records/findings/insert-ai-run.ts';

/** AI runs of a job, which are inserted in the transaction that completes the job. */
export class StagedRuns {
  readonly #runs: z.output<typeof aiRunFieldsSchema>[] = [];

  /**
   * Adds a run.
   * @throws ProblemError `PROPOSAL_INVALID` for fields that violate the schema
   */
  add(proposal: AiProposal, findings: readonly ProposedByJob[]): void {
    const parsed = aiRunFieldsSchema.safeParse({
      ...proposal,
      id: newId(),
      findings: findings.map((finding) => ({ ...finding, id: newId() })),
    });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new ProblemError(invalidProposal(`${issue?.path.join('.')}: ${issue?.message}`));
    }
    this.#runs.push(parsed.data);
  }

  /**
   * Inserts the runs with their findings in the caller's transaction.
   * @throws ProblemError `PROPOSAL_INVALID`, which must roll back the transaction
   */
  async insert(db: Kysely<Database>, owner: Omit<NewAiRun, 'fields'>): Promise<void> {
    for (const fields of this.#runs) {
      const inserted = await insertAiRun(db, { ...owner, fields });
      if (inserted instanceof ErrorResponse) {
        throw new ProblemError(invalidProposal(detailOf(inserted)));
      }
    }
  }
}

function detailOf(error: ErrorResponse): string {
  if (!(error instanceof ValidationErrorResponse)) return error.message;
  return error.errors.map(({ field, message }) => `${field}: ${message}`).join(' ');
}

const invalidProposal = (detail: string): Problem =>
  problem(
    'PROPOSAL_INVALID',
    'The findings of the model are invalid',
    detail,
    'No finding was stored. Report this to the provider of the model.',
  );
