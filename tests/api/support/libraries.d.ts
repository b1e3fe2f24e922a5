/** Part of smtp-server in use; the package has no types. */
declare module 'smtp-server' {
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  interface Session {
    readonly envelope: { readonly rcptTo: readonly { readonly address: string }[] };
  }
  type Done = (error?: Error | null, response?: { user: string }) => void;
  interface Options {
    readonly authOptional: boolean;
    readonly disabledCommands: readonly string[];
    readonly allowInsecureAuth: boolean;
    readonly name: string;
    onAuth(auth: { username: string; password: string }, session: Session, done: Done): void;
    onRcptTo(to: { address: string }, session: Session, done: Done): void;
    onData(stream: Readable, session: Session, done: Done): void;
  }
  export class SMTPServer {
    readonly server: Server;
    constructor(options: Options);
    listen(port: number, host: string, done: () => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    close(done: () => void): void;
  }
}
