export type Work<T> = Generator<undefined, T, undefined>

export type WorkOptions = {
  /** From `nextOrder`; work of the same order shares its place. Default: a new one. */
  readonly order?: number
  /** Ends waiting and running work: it rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

export type Scheduler = {
  nextOrder(): number
  hasWork(order: number): boolean
  /** Milliseconds spent on all work since the start. */
  workedMs(): number
  run<T>(work: Work<T>, options?: WorkOptions): Promise<T>
}

type Job = { readonly order: number; advance(): boolean; settle(): void }

/**
 * The one queue of CPU work: at most `budgetMs`, and one finished piece, per turn of the event loop, so that what callers
 * do next cannot pile up either. Lowest order first: finishing one search frees memory sooner than advancing all.
 */
export function createScheduler({ budgetMs = 8 }: { budgetMs?: number } = {}): Scheduler {
  const queue: Job[] = []
  const jobsOf = new Map<number, number>()
  let lastOrder = 0
  let scheduled = false
  let workedMs = 0

  function schedule(): void {
    if (scheduled || queue.length === 0) return
    scheduled = true
    setImmediate(runForBudget)
  }

  function runForBudget(): void {
    scheduled = false
    const job = queue[0]
    if (job) {
      const started = performance.now()
      let done = job.advance()
      let tookMs = performance.now() - started
      while (!done && tookMs < budgetMs) {
        done = job.advance()
        tookMs = performance.now() - started
      }
      workedMs += tookMs
      if (done) {
        remove(job)
        job.settle()
      }
    }
    schedule()
  }

  function insert(job: Job): void {
    const after = queue.findLastIndex((waiting) => waiting.order <= job.order)
    queue.splice(after + 1, 0, job)
    jobsOf.set(job.order, (jobsOf.get(job.order) ?? 0) + 1)
    schedule()
  }

  function remove(job: Job): void {
    const at = queue.indexOf(job)
    if (at < 0) return
    queue.splice(at, 1)
    const left = jobsOf.get(job.order)! - 1
    if (left === 0) jobsOf.delete(job.order)
    else jobsOf.set(job.order, left)
  }

  function nextOrder(): number {
    lastOrder += 1
    return lastOrder
  }

  function run<T>(work: Work<T>, { order = nextOrder(), signal }: WorkOptions = {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    if (signal?.aborted) {
      reject(signal.reason as Error)
      return promise
    }
    let settle: () => void
    const job: Job = {
      order,
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

  return {
    nextOrder,
    hasWork: (order) => jobsOf.has(order),
    workedMs: () => workedMs,
    run,
  }
}

/** Long enough that pausing costs nothing, short enough to end close to the budget. */
const chunkMs = 2

/** Yields between runs of about two milliseconds, whatever one item costs. */
export function* workInChunks<T>(
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
