const PAGE = 65_536;
/** Below it the compiler keeps its own numbers, from 1024. */
const FIRST = 4096;

/** Hands out places in a memory that does not exist yet, aligned for vectors. */
export class Arena {
  #end = FIRST;

  /** Address of `bytes` bytes that nobody else has. */
  allocate(bytes: number): number {
    const at = this.#end;
    this.#end += Math.ceil((bytes + 16) / 64) * 64;
    return at;
  }

  /** A shared memory that holds all of it, zeroed; null when the machine cannot give so much. */
  open(): WebAssembly.Memory | null {
    const pages = Math.ceil(this.#end / PAGE);
    if (pages > PAGE) return null;
    try {
      return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    } catch {
      return null;
    }
  }
}
