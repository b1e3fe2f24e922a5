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

/** `reason` is for logs and rows; contains neither addresses nor message text. */
export type SendOutcome =
  | { readonly sent: true }
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
