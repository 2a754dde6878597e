/** Long work that may be paused wherever it yields; what it returns is its result. */
export type Work<T> = Generator<undefined, T, undefined>

export type WorkOptions = {
  /** Place in the order of arrival, from `takeTurn`; work of one turn shares its place. Default: a new one. */
  readonly turn?: number
  /** Ends waiting and running work: it rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

export type Slicer = {
  /** A place in the order of arrival, for work that belongs together but comes in pieces. */
  takeTurn(): number
  /** Whether work of this turn is running or waits to be run. */
  hasWork(turn: number): boolean
  run<T>(work: Work<T>, options?: WorkOptions): Promise<T>
}

type Job = { readonly turn: number; advance(): boolean; settle(): void }

/**
 * The one queue of CPU work of a process. At most `budgetMs` of it runs per turn of the event loop,
 * and at most one piece of work ends in it, so that what callers do next cannot pile up in one turn
 * either. The earliest turn goes first: finishing searches one after the other frees memory sooner
 * than advancing all of them at once.
 */
export function createSlicer({ budgetMs = 8 }: { budgetMs?: number } = {}): Slicer {
  const queue: Job[] = []
  let turns = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || queue.length === 0) return
    scheduled = true
    setImmediate(runSlice)
  }

  function runSlice(): void {
    scheduled = false
    const job = queue[0]
    if (job) {
      const until = performance.now() + budgetMs
      let done = job.advance()
      while (!done && performance.now() < until) done = job.advance()
      if (done) {
        remove(job)
        job.settle()
      }
    }
    schedule()
  }

  function insert(job: Job): void {
    const after = queue.findLastIndex((waiting) => waiting.turn <= job.turn)
    queue.splice(after + 1, 0, job)
    schedule()
  }

  function remove(job: Job): void {
    const at = queue.indexOf(job)
    if (at >= 0) queue.splice(at, 1)
  }

  function takeTurn(): number {
    turns += 1
    return turns
  }

  function run<T>(work: Work<T>, { turn = takeTurn(), signal }: WorkOptions = {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    if (signal?.aborted) {
      reject(signal.reason as Error)
      return promise
    }
    let settle: () => void
    const job: Job = {
      turn,
      advance() {
        try {
          const { done, value } = work.next()
          if (done) settle = () => resolve(value)
          return done === true
        } catch (error) {
          settle = () => reject(error)
          return true
        }
      },
      settle() {
        signal?.removeEventListener('abort', abort)
        settle()
      },
    }
    function abort(): void {
      remove(job)
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', abort, { once: true })
    insert(job)
    return promise
  }

  function hasWork(turn: number): boolean {
    return queue.some((job) => job.turn === turn)
  }

  return { takeTurn, hasWork, run }
}

/** Long enough that pausing costs nothing, short enough that a slice ends close to its budget. */
const chunkMs = 2

/** Hands over the items in runs that take about two milliseconds each, whatever one item costs, and pauses between them. */
export function* inChunks<T>(
  items: readonly T[],
  apply: (chunk: readonly T[]) => void,
): Work<void> {
  let size = 16
  for (let from = 0; from < items.length;) {
    const whole = from === 0 && items.length <= size
    const chunk = whole ? items : items.slice(from, from + size)
    const started = performance.now()
    apply(chunk)
    const took = performance.now() - started
    from += chunk.length
    if (took > chunkMs) size = Math.max(1, size >> 1)
    else if (took * 2 < chunkMs) size = Math.min(1_024, size * 2)
    if (from < items.length) yield
  }
}
