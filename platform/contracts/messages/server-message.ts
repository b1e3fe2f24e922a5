import { accountMessages } from './account-messages.ts';
import { fileMessages } from './file-messages.ts';
import { findingMessages } from './finding-messages.ts';
import { notFoundMessages } from './not-found-messages.ts';
import { operationMessages } from './operation-messages.ts';
import { readerStudyMessages } from './reader-study-messages.ts';
import { recordMessages } from './record-messages.ts';
import { reportMessages } from './report-messages.ts';
import { requestMessages } from './request-messages.ts';

/** English texts of every error that the server returns by code. */
export const serverMessages = {
  ...requestMessages,
  ...notFoundMessages,
  ...accountMessages,
  ...recordMessages,
  ...findingMessages,
  ...reportMessages,
  ...fileMessages,
  ...operationMessages,
  ...readerStudyMessages,
};

export type ServerMessageTexts = typeof serverMessages;
export type ServerMessageCode = keyof ServerMessageTexts;
export type NotFoundCode = keyof typeof notFoundMessages;

/** Named values of a message, as in the body of an error response. */
export type MessageValues = Readonly<Record<string, string | number | readonly string[]>>;

/** A message with its code and values; `text` is the English text. */
export interface ServerMessage {
  readonly code: string;
  readonly values: MessageValues;
  readonly text: string;
}

type ValuesOf<Code extends ServerMessageCode> = ServerMessageTexts[Code] extends (
  values: infer Values,
) => string
  ? [values: Values]
  : [];

/** Builds the message of a code. A code whose text is a function requires the values of its text. */
export function serverMessage<Code extends ServerMessageCode>(
  code: Code,
  ...args: ValuesOf<Code>
): ServerMessage {
  const text = serverMessages[code] as string | ((values: MessageValues) => string);
  const [values = {}] = args as [MessageValues?];
  return { code, values, text: typeof text === 'string' ? text : text(values) };
}
