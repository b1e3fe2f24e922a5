import * as z from 'zod';
import { type CollectedProposals, MAX_MESSAGE_LENGTH, MAX_MESSAGES } from '#findings';

/** Does not visit the proposals, and reads one message more than permitted, of possible millions. */
const answerSchema = z.object({
  proposals: z.custom<readonly unknown[]>(Array.isArray),
  messages: z.preprocess(
    (value) => (Array.isArray(value) ? value.slice(0, MAX_MESSAGES + 1) : value),
    z.array(z.string().min(1).max(MAX_MESSAGE_LENGTH)).max(MAX_MESSAGES).default([]),
  ),
  cut: z.int().min(0).max(1_000_000).default(0),
});

/** Returns the unchecked proposals of an answer; null if it is in another form. */
export function proposalsOf(answer: unknown): CollectedProposals | null {
  const parsed = answerSchema.safeParse(answer);
  return parsed.success ? parsed.data : null;
}
