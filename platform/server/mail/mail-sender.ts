/** One message to one recipient. */
export interface Message {
  /** Id of the message's row; the same for every attempt, so that duplicates are recognisable. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text with LF line ends. */
  readonly text: string;
  readonly at: Date;
}

/** `problem` of the row of a mail that was only written to the outbox. */
export const WRITTEN_ONLY = 'OUTBOX';

/** `reason` is for logs and rows; contains neither addresses nor message text. */
export type SendOutcome =
  | {
      readonly sent: true;
      /** True for a message that was only written, for another program to deliver. */
      readonly written?: boolean;
    }
  | {
      readonly sent: false;
      readonly reason: string;
      /** Retrying is useless. */
      readonly permanent: boolean;
    };

/** Delivers messages; a sent message cannot be recalled. Never throws. */
export interface MailSender {
  send(message: Message): Promise<SendOutcome>;
  close(): void;
}
