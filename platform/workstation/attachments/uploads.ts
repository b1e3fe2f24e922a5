import { createStore } from 'zustand/vanilla';
import { type Attachment, type NewAttachment, routes } from '#contracts';
import { type ApiClient, isAborted, type ReadonlyStore } from '#core';
import type { Problem } from '#foundation';
import { checksumOf } from './checksum.ts';

/** Progress of a file within an upload. */
export type FileState =
  /** `preparing`: the checksum is being computed; `waiting`: other files are sent first. */
  | { readonly kind: 'preparing' | 'waiting' | 'stored' | 'cancelled' }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** File of an upload. */
export interface UploadFile {
  /** Name under which the file is stored. */
  readonly name: string;
  readonly file: File;
  /** SHA-256 as lower-case hex; null until computed. */
  readonly checksum: string | null;
  readonly state: FileState;
}

/** Upload of an attachment to the server. */
export interface Upload {
  /** Id of the attachment; created by the client, so that a retry addresses the same record. */
  readonly id: string;
  readonly patientId: string;
  readonly fields: Pick<
    NewAttachment,
    'documentDate' | 'lateralityCode' | 'patientAttachmentTypeCode'
  >;
  readonly files: readonly UploadFile[];
  /** True when the upload adds missing files to an existing attachment (`Uploads.resume`). */
  readonly registered: boolean;
  readonly running: boolean;
  /** Number of the current run; results of earlier runs are ignored. */
  readonly attempt: number;
  /** Why the upload stopped; null when only single files failed, whose states give the reasons. */
  readonly problem: Problem | null;
}

/**
 * Running and failed uploads. They continue while other patients are open; failed uploads keep
 * their files for a retry.
 */
export interface Uploads {
  readonly store: ReadonlyStore<readonly Upload[]>;
  start(upload: Pick<Upload, 'id' | 'patientId' | 'fields'>, files: readonly NamedFile[]): void;
  /**
   * Uploads missing files of an attachment, under the names that the attachment records for them.
   */
  resume(attachment: Attachment, files: readonly NamedFile[]): void;
  cancelFile(id: string, name: string): void;
  cancel(id: string): void;
  retry(id: string): void;
  /** Removes an upload that is not running; what the server has received stays. */
  discard(id: string): void;
  /** Cancels and removes all uploads, because another user has signed in. */
  clear(): void;
}

/** File and the name under which it is stored. */
export interface NamedFile {
  readonly name: string;
  readonly file: File;
}

/** Returns whether the server has the bytes of a file and has not quarantined them. */
export function isStored(
  info: Pick<Attachment['filesInfo'][number], 'storedAt' | 'quarantinedAt'>,
): boolean {
  return info.storedAt !== null && info.quarantinedAt === null;
}

/**
 * Uploads attachments: computes checksums, registers the record, sends the files one by one and
 * finally sets upload status D. Every step can be repeated: the server finds the attachment by its
 * id and accepts the same file twice.
 */
export function createUploads(
  api: Pick<ApiClient, 'call'>,
  onDone: (upload: Upload) => void,
): Uploads {
  return new UploadQueue(api, onDone);
}

class UploadQueue implements Uploads {
  readonly store = createStore<readonly Upload[]>(() => []);
  /** Number of runs of all uploads, from which `Upload.attempt` is taken. */
  private attempts = 0;
  /** Controllers of the running requests, by attachment id and file name. */
  private readonly controllers = new Map<string, AbortController>();
  private readonly api: Pick<ApiClient, 'call'>;
  private readonly onDone: (upload: Upload) => void;

  constructor(api: Pick<ApiClient, 'call'>, onDone: (upload: Upload) => void) {
    this.api = api;
    this.onDone = onDone;
  }

  start(upload: Pick<Upload, 'id' | 'patientId' | 'fields'>, files: readonly NamedFile[]): void {
    this.add({ ...upload, registered: false }, files);
  }

  resume(attachment: Attachment, files: readonly NamedFile[]): void {
    const { id, patientId, documentDate, lateralityCode, patientAttachmentTypeCode } = attachment;
    if (this.find(id) !== undefined) return;
    const fields = { documentDate, lateralityCode, patientAttachmentTypeCode };
    this.add({ id, patientId, fields, registered: true }, files);
  }

  private add(
    upload: Pick<Upload, 'id' | 'patientId' | 'fields' | 'registered'>,
    files: readonly NamedFile[],
  ): void {
    const added: Upload = {
      ...upload,
      files: files.map((file) => ({ ...file, checksum: null, state: { kind: 'preparing' } })),
      running: true,
      problem: null,
      attempt: 0,
    };
    this.store.setState([added, ...this.store.getState()], true);
    void this.run(upload.id);
  }

  cancelFile(id: string, name: string): void {
    const controller = this.controllers.get(`${id} ${name}`);
    if (controller !== undefined) controller.abort();
    else this.changeFile(id, name, { state: { kind: 'cancelled' } });
  }

  cancel(id: string): void {
    for (const { name, state } of this.find(id)?.files ?? []) {
      if (state.kind !== 'stored') this.cancelFile(id, name);
    }
    this.stop(id, null);
  }

  retry(id: string): void {
    const upload = this.find(id);
    if (upload === undefined || upload.running) return;
    for (const { name, state, checksum } of upload.files) {
      const kind = checksum === null ? 'preparing' : 'waiting';
      if (state.kind !== 'stored') this.changeFile(id, name, { state: { kind } });
    }
    void this.run(id);
  }

  discard(id: string): void {
    if (this.find(id)?.running === false) this.remove(id);
  }

  clear(): void {
    for (const { id } of this.store.getState()) this.cancel(id);
    this.store.setState([], true);
  }

  private async run(id: string): Promise<void> {
    this.attempts += 1;
    const attempt = this.attempts;
    this.change(id, (upload) => ({ ...upload, running: true, problem: null, attempt }));
    if (!(await this.prepare(id, attempt))) return;
    const attachment = await this.register(id, attempt);
    const completed = attachment === null ? null : await this.sendFiles(id, attempt, attachment);
    const upload = this.find(id);
    if (upload === undefined || !this.isRunning(id, attempt)) return;
    if (completed === null) this.stop(id, null);
    else await this.finish(upload, completed);
  }

  private async prepare(id: string, attempt: number): Promise<boolean> {
    for (const { name, file, checksum } of this.find(id)?.files ?? []) {
      if (checksum !== null) continue;
      const sum = await checksumOf(file);
      if (!this.isRunning(id, attempt)) return false;
      if (!sum.ok) {
        this.changeFile(id, name, { state: { kind: 'failed', problem: sum.problem } });
        this.stop(id, null);
        return false;
      }
      this.changeFile(id, name, { checksum: sum.value });
      // The file may have been cancelled while its checksum was computed.
      if (this.file(id, name)?.state.kind === 'preparing') {
        this.changeFile(id, name, { state: { kind: 'waiting' } });
      }
    }
    return true;
  }

  private async register(id: string, attempt: number): Promise<Attachment | null> {
    const upload = this.find(id);
    if (upload === undefined) return null;
    const filesInfo = upload.files.map(({ name, checksum }) => ({
      name,
      checksum: checksum ?? '',
    }));
    const body = { ...upload.fields, id, patientId: upload.patientId, filesInfo };
    const response = upload.registered
      ? await this.api.call(routes.getAttachment, { params: { id } })
      : await this.api.call(routes.createAttachment, { body });
    if (!this.isRunning(id, attempt)) return null;
    if (response.ok) return response.value;
    this.stop(id, response.problem);
    return null;
  }

  /** Sends the missing files. Returns the last response, or null when a file is still missing. */
  private async sendFiles(
    id: string,
    attempt: number,
    attachment: Attachment,
  ): Promise<Attachment | null> {
    let latest = attachment;
    for (const { name } of this.find(id)?.files ?? []) {
      const file = this.file(id, name);
      if (file === undefined || file.state.kind === 'cancelled') continue;
      if (latest.filesInfo.some((info) => info.name === name && isStored(info))) {
        this.changeFile(id, name, { state: { kind: 'stored' } });
        continue;
      }
      const response = await this.sendFile(id, file);
      if (!this.isRunning(id, attempt)) return null;
      if (response !== null) latest = response;
    }
    return latest.filesInfo.every(isStored) ? latest : null;
  }

  private async sendFile(id: string, { name, file }: UploadFile): Promise<Attachment | null> {
    const controller = new AbortController();
    this.controllers.set(`${id} ${name}`, controller);
    this.changeFile(id, name, { state: { kind: 'sending', sentBytes: 0 } });
    const response = await this.api.call(routes.putAttachmentFile, {
      params: { id, name },
      file: { name, bytes: file },
      signal: controller.signal,
      onUploadProgress: (requestBytes, totalBytes) => {
        // Excludes the form overhead, which is sent before the file bytes.
        const fileBytes = requestBytes - (totalBytes - file.size);
        const sentBytes = Math.min(file.size, Math.max(0, fileBytes));
        this.changeFile(id, name, { state: { kind: 'sending', sentBytes } });
      },
    });
    this.controllers.delete(`${id} ${name}`);
    if (response.ok) {
      this.changeFile(id, name, { state: { kind: 'stored' } });
      return response.value;
    }
    const { problem } = response;
    this.changeFile(id, name, {
      state: isAborted(problem) ? { kind: 'cancelled' } : { kind: 'failed', problem },
    });
    return null;
  }

  private async finish(upload: Upload, { version }: Attachment): Promise<void> {
    const { id, fields } = upload;
    const body = { ...fields, id, uploadStatus: 'D' as const };
    const response = await this.api.call(routes.updateAttachment, {
      params: { id },
      body,
      version,
    });
    if (this.find(id) === undefined) return;
    if (!response.ok) return this.stop(id, response.problem);
    this.remove(id);
    this.onDone(upload);
  }

  private find(id: string): Upload | undefined {
    return this.store.getState().find((upload) => upload.id === id);
  }

  private file(id: string, name: string): UploadFile | undefined {
    return this.find(id)?.files.find((file) => file.name === name);
  }

  private isRunning(id: string, attempt: number): boolean {
    const upload = this.find(id);
    return upload?.running === true && upload.attempt === attempt;
  }

  private change(id: string, update: (upload: Upload) => Upload): void {
    const changed = this.store
      .getState()
      .map((upload) => (upload.id === id ? update(upload) : upload));
    this.store.setState(changed, true);
  }

  private changeFile(id: string, name: string, changes: Partial<UploadFile>): void {
    this.change(id, (upload) => ({
      ...upload,
      files: upload.files.map((file) => (file.name === name ? { ...file, ...changes } : file)),
    }));
  }

  private stop(id: string, problem: Problem | null): void {
    this.change(id, (upload) => ({ ...upload, running: false, problem }));
  }

  private remove(id: string): void {
    this.store.setState(
      this.store.getState().filter((upload) => upload.id !== id),
      true,
    );
  }
}
