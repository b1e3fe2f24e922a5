const PAGE = 65_536;
/** First free address; the compiled kernels keep their static data below. */
const FIRST = 4096;

/** Allocates addresses in a memory that is created later, aligned for vectors. */
export class Arena {
  #end = FIRST;

  /** Returns the address of `bytes` unused bytes. */
  allocate(bytes: number): number {
    const at = this.#end;
    // Leaves at least 16 bytes, because vectors may read and write beyond the end.
    this.#end += Math.ceil((bytes + 16) / 64) * 64;
    return at;
  }

  /**
   * Creates a zeroed shared memory for all allocations; returns null if the machine has too little
   * memory.
   */
  createMemory(): WebAssembly.Memory | null {
    const pages = Math.ceil(this.#end / PAGE);
    if (pages > PAGE) return null;
    try {
      return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    } catch {
      return null;
    }
  }
}
