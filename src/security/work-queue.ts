export type WorkQueue = {
  /** First come, first served; null where too many already wait. */
  run<T>(job: () => Promise<T>): Promise<T> | null
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
    run(job) {
      if (running < slots) {
        running++
        return start(job)
      }
      if (queue.length >= waiting) return null
      return new Promise((resolve, reject) => {
        queue.push(() => {
          start(job).then(resolve, reject)
        })
      })
    },
  }
}
