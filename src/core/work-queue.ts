export type WorkQueue = {
  /** First come, first served; null where too many already wait. The signal takes a job out that has not begun. */
  run<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T> | null
}

export function createWorkQueue({ slots, waiting }: { slots: number; waiting: number }): WorkQueue {
  const queue: (() => void)[] = []
  let running = 0

  // A freed slot goes straight to the next in line, so that a newcomer cannot slip in.
  const release = (): void => {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  const start = async <T>(job: () => Promise<T>): Promise<T> => {
    try {
      return await job()
    } finally {
      release()
    }
  }

  return {
    run(job, signal) {
      if (running < slots) {
        running++
        return start(job)
      }
      if (queue.length >= waiting) return null
      return new Promise((resolve, reject) => {
        const begin = (): void => {
          signal?.removeEventListener('abort', cancel)
          start(job).then(resolve, reject)
        }
        const cancel = (): void => {
          queue.splice(queue.indexOf(begin), 1)
          reject(signal!.reason)
        }
        queue.push(begin)
        signal?.addEventListener('abort', cancel, { once: true })
      })
    },
  }
}
